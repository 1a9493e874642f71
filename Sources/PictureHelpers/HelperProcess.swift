// SPDX-License-Identifier: MIT
import Glibc
import PictureMessages

/// A process that opens files for this one, which trusts nothing that it says. It ends with this object.
///
/// One thing is asked for at a time, from any thread.
final class HelperProcess: @unchecked Sendable {
  // Unchecked: `isLost` and `lastNumber` are used by whoever asks, of whom there is one at a time.
  private let socket: MessageSocket
  let process: pid_t
  private var lastNumber = 0
  /// Whether it has ended, or is not to be asked again.
  private(set) var isLost = false

  /// Seconds between two looks at whether it is still wanted and how much of the processor's time it has had.
  private static let patience = 0.02

  /// What is expected of an answer: how much of the processor's time it may take, and whether it is still wanted.
  struct Expectation {
    /// Seconds.
    var processorTime: Double
    /// Seconds without any progress.
    var idleTime: Double
    var isPatient = false
    var isCancelled: () -> Bool = { false }
  }

  init(executable: String) throws(PictureError) {
    guard let (ours, theirs) = MessageSocket.pair() else { throw .noDecoder(reason: systemText(errno)) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    // Also where it is that number already: the copy stays open.
    posix_spawn_file_actions_adddup2(&actions, theirs.number, MessageSocket.helperDescriptor)
    let name = strdup(executable)
    defer { free(name) }
    var process = pid_t()
    let code = withExtendedLifetime(theirs) {
      posix_spawn(&process, executable, &actions, nil, [name, nil], environ)
    }
    guard code == 0 else { throw .noDecoder(reason: systemText(code)) }
    self.process = process
    socket = ours
  }

  deinit {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
  }

  /// Sends a request that is not answered.
  func tell(_ request: DecoderRequest) { _ = socket.send(Message(number: 0, content: request)) }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameter read: what the answer means; nil where it makes no sense
  /// - Returns: nil if it was gone before it was asked
  func answer<Answer>(
    to request: DecoderRequest, _ files: [Descriptor], _ expected: Expectation, read: (DecoderReply) -> Answer?
  ) -> Result<Answer, PictureError>? {
    lastNumber += 1
    let message = Message(number: lastNumber, isPatient: expected.isPatient, content: request)
    guard !isLost, socket.send(message, files) else {
      isLost = true
      return nil
    }
    var watch = Watch(process: process, expected)
    var isCalledOff = false
    while true {
      switch socket.receive(timeout: Self.patience, takesFiles: false) {
      case .message(let bytes, _):
        let reply = Message<DecoderReply>(decoding: bytes[...])
        if let reply, reply.number == lastNumber {
          if case .failure(let error) = reply.content { return .failure(error) }
          if let answer = read(reply.content) { return .success(answer) }
        }
        // Whatever says so is not what was started.
        return .failure(lost(.decoderFailed))
      case .ended: return .failure(lost(.decoderFailed))
      case .nothing:
        if !isCalledOff && expected.isCancelled() {
          isCalledOff = true
          _ = socket.send(Message(number: lastNumber, content: DecoderRequest.cancel))
        }
        if watch.isOver() { return .failure(lost(.tooSlow)) }
      }
    }
  }

  /// Ends it, for the reason that is given back.
  private func lost(_ error: PictureError) -> PictureError {
    isLost = true
    kill(process, SIGKILL)
    return error
  }
}

/// Watches how much of the processor's time a process takes.
private struct Watch {
  private let expected: HelperProcess.Expectation
  private var clock = clockid_t()
  private let start: Double
  private var last: (processorTime: Double, time: Double)

  init(process: pid_t, _ expected: HelperProcess.Expectation) {
    self.expected = expected
    clock_getcpuclockid(process, &clock)
    start = time(of: clock)
    last = (start, time(of: CLOCK_MONOTONIC))
  }

  /// Whether it has had enough, or does nothing.
  mutating func isOver() -> Bool {
    let present = (processorTime: time(of: clock), time: time(of: CLOCK_MONOTONIC))
    if present.processorTime > last.processorTime { last = present }
    return present.processorTime - start > expected.processorTime || present.time - last.time > expected.idleTime
  }
}

/// Seconds.
private func time(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
