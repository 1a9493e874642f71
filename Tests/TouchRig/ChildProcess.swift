// SPDX-License-Identifier: MIT

import Foundation

/// A program that ends with the test process, whatever ends that.
final class ChildProcess: @unchecked Sendable {
  let pid: pid_t
  private let end: End

  /// How a program ended.
  enum Exit: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// Starts `arguments[0]`, found in the PATH of `environment`, with nothing but `environment`.
  ///
  /// - Parameter descriptors: The child's descriptors by number.
  init(_ arguments: [String], environment: [String: String], descriptors: [Int32: Int32]) throws {
    // `setpriv` arms a signal for the death of the parent and becomes the program.
    let command = ["setpriv", "--pdeathsig", "KILL", "--"] + arguments
    pid = try ChildProcess.launcher.run {
      try ChildProcess.spawn(command, environment: environment, descriptors: descriptors)
    }
    end = End()
    Thread.detachNewThread { [pid, end] in end.watch(pid) }
  }

  deinit {
    kill()
  }

  var isRunning: Bool { end.wait(timeout: 0) == nil }

  func signal(_ number: Int32) {
    end.ifRunning { Glibc.kill(pid, number) }
  }

  /// Ends the program and its process group at once.
  func kill() {
    end.ifRunning { Glibc.kill(-pid, SIGKILL) }
    end.wait()
  }

  /// How the program ended, or nil if it runs for longer than `timeout` seconds.
  func waitForExit(timeout: Double) -> Exit? {
    end.wait(timeout: timeout)
  }

  /// The end of the program, as soon as it is there.
  private final class End: @unchecked Sendable {
    private let condition = NSCondition()
    private var exit: Exit?

    func watch(_ pid: pid_t) {
      // Not reaped before the lock is held, so that nobody signals a number which is another program's by now.
      var information = siginfo_t()
      while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
      condition.withLock {
        var raw: Int32 = 0
        waitpid(pid, &raw, 0)
        exit = raw & 0x7f == 0 ? .status(raw >> 8 & 0xff) : .signal(raw & 0x7f)
        condition.broadcast()
      }
    }

    func ifRunning(_ body: () -> Int32) {
      condition.withLock {
        if exit == nil { _ = body() }
      }
    }

    func wait(timeout: Double) -> Exit? {
      condition.withLock {
        let limit = Date(timeIntervalSinceNow: timeout)
        while exit == nil && condition.wait(until: limit) {}
        return exit
      }
    }

    func wait() {
      condition.withLock {
        while exit == nil { condition.wait() }
      }
    }
  }

  private static func spawn(
    _ command: [String], environment: [String: String], descriptors: [Int32: Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, source) in descriptors.sorted(by: { $0.key < $1.key }) {
      posix_spawn_file_actions_adddup2(&actions, source, number)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Its own process group, so that its children can be ended with it, and no signal blocked.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))

    let argv = command.map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid: pid_t = 0
    let error = posix_spawnp(&pid, command[0], &actions, &attributes, argv, envp)
    guard error == 0 else {
      throw RigError("\(command.joined(separator: " ")) does not start: \(String(cString: strerror(error)))")
    }
    return pid
  }

  /// The death signal follows the thread that started the child, and threads of a pool come and go.
  private static let launcher = SerialThread("launcher")
}

/// A pipe whose ends no child inherits by accident.
func makePipe() throws -> (read: Int32, write: Int32) {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw RigError("no file descriptors left") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// What comes through a pipe up to the first newline; nil if that does not come in time.
func readLine(from file: Int32, by deadline: Deadline) -> String? {
  var line: [UInt8] = []
  while true {
    var poller = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    guard poll(&poller, 1, deadline.pollTimeout) == 1, read(file, &byte, 1) == 1 else { return nil }
    if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
    line.append(byte)
  }
}
