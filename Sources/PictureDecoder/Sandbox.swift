// SPDX-License-Identifier: MIT
import CIsolation
import Glibc
import PictureDecoding
import PictureMessages

/// What this process gives up before it sees the first file, since a decoder can have a hole through which the file takes
/// over. It keeps: its memory and threads, the files that are handed to it, and where the kernel has Landlock, reading
/// fonts and libraries.
enum Sandbox {
  /// Bytes beyond what the libraries take. Most formats need a few rows; those that have to be decoded as a whole need six
  /// bytes a pixel (a progressive JPEG) to sixteen (JPEG XL), so that this is enough for 250 to 700 megapixels.
  private static let memory = 4 << 30
  /// A few hundred animations at once, each with its file.
  private static let greatestDescriptor = 512
  /// Where text in drawings gets its letters from, and the C library what it loads when it needs it.
  private static let readableFolders = ["/usr", "/lib", "/lib64", "/etc/fonts", "/var/cache/fontconfig"]
  /// Below the user's home.
  private static let readableHomeFolders = [".fonts", ".local/share/fonts", ".cache/fontconfig"]

  /// Enters it, for good. Must be called before there are other threads.
  static func enter() {
    // Whatever a library of the program that started this one has left open.
    aloft_close_from(MessageSocket.helperDescriptor + 1)
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_FSIZE, to: PyramidLayout.greatestByteCount)
    limit(RLIMIT_NOFILE, to: greatestDescriptor)
    let home = getenv("HOME").map { String(cString: $0) }
    let folders = readableFolders + (home.map { home in readableHomeFolders.map { "\(home)/\($0)" } } ?? [])
    // Beyond reach afterwards.
    let memoryFile = Descriptor(owning: open("/proc/self/statm", O_RDONLY | O_CLOEXEC))
    let readsOnlyFonts = withCStrings(folders) { aloft_read_only_below($0, folders.count) }
    // What it loads from files, it can load later only with Landlock.
    _ = Vips.isReady
    if !readsOnlyFonts { Vips.loadModules() }
    if let used = addressSpace(in: memoryFile) { limit(RLIMIT_AS, to: used + memory) }
    // Without Landlock nothing can be opened any more, and text in drawings has no letters.
    _ = aloft_refuse_system_calls(readsOnlyFonts)
  }

  private static func limit(_ resource: __rlimit_resource, to value: Int) {
    let resource = __rlimit_resource_t(resource.rawValue)
    var present = rlimit()
    getrlimit(resource, &present)
    let value = min(rlim_t(value), present.rlim_max)
    var limit = rlimit(rlim_cur: value, rlim_max: value)
    setrlimit(resource, &limit)
  }

  /// Bytes that this process has reserved by now (proc(5)).
  private static func addressSpace(in statm: Descriptor) -> Int? {
    var text = [UInt8](repeating: 0, count: 100)
    let length = max(0, read(statm.number, &text, text.count))
    let pages = Int(String(decoding: text.prefix(length).prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
    return pages.map { $0 * Int(getpagesize()) }
  }

  /// Tries what it should be kept from.
  static func attempts() -> [(String, isRefused: Bool)] {
    func isOpened(_ path: String, _ flags: CInt) -> Bool {
      let file = open(path, flags, 0o600)
      if file >= 0 { close(file) }
      return file >= 0
    }
    let connection = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    let local = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var child = pid_t()
    let arguments: [UnsafeMutablePointer<CChar>?] = [nil]
    return [
      ("making a file", !isOpened("/var/tmp/aloft-check-\(getpid())", O_WRONLY | O_CREAT)),
      ("writing to a file", !isOpened("/proc/self/comm", O_WRONLY)),
      ("reading the list of users", !isOpened("/etc/passwd", O_RDONLY)),
      ("connecting to the network", connection < 0),
      ("connecting to a program", local < 0),
      ("starting a program", posix_spawn(&child, "/bin/true", nil, nil, arguments, nil) != 0),
      ("ending another program", kill(getppid(), 0) != 0),
    ]
  }
}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { pointers in
    // Never empty.
    body(pointers.baseAddress!)
  }
}
