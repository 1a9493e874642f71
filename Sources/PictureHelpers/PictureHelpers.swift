// SPDX-License-Identifier: MIT
import Dispatch
import Glibc
import PictureMessages

/// Has picture files opened by helper processes, which may do little else: a file that brings one down, keeps it busy for
/// ever or makes it swell costs that picture, and the next has a new helper. This process reads no byte of a file.
///
/// All functions wait on the calling thread, and may take seconds. A file is named by its path or, where the path is not
/// UTF-8, by its `file:` URI.
public final class PictureHelpers: Sendable {
  /// Those of this process.
  public static let shared = PictureHelpers(
    executable: HelperExecutable.path, limits: DecodingLimits(coreCount: sysconf(CInt(_SC_NPROCESSORS_ONLN))))

  private let executable: String
  public let limits: DecodingLimits
  /// Counts those that may still be put to work.
  private let free: DispatchSemaphore
  /// The one that was used last at the end.
  let idle = Guarded<[HelperProcess]>([])
  let animations: [AnimationHelper]

  init(executable: String, limits: DecodingLimits) {
    self.executable = executable
    self.limits = limits
    free = DispatchSemaphore(value: limits.processCount)
    animations = (0..<limits.animationProcessCount).map { _ in
      AnimationHelper(executable: executable, limits: limits)
    }
  }

  /// Starts a first helper, so that it is ready when the first file is to be opened. Takes a millisecond.
  public func start() {
    idle.withLock { idle in
      if idle.isEmpty, let helper = try? HelperProcess(executable: executable) { idle.append(helper) }
    }
  }

  /// Reads a file's header.
  public func info(ofFile path: String) throws(PictureError) -> PictureInfo {
    try ask(.info, PictureFile(path: path), time: limits.headerTime) { reply in
      if case .info(let info) = reply { info } else { nil }
    }
  }

  /// Reads a file's header.
  public func description(ofFile path: String) throws(PictureError) -> PictureDescription {
    try ask(.description, PictureFile(path: path), time: limits.headerTime) { reply in
      if case .description(let description) = reply { description } else { nil }
    }
  }

  /// Decodes a region of the picture as it is when the whole is scaled to `levelSize`. Regions of one level fit
  /// together without a seam.
  ///
  /// A region costs nearly as much time as all that is above it, since most formats can be read only from the
  /// top: ask for one large region rather than for many small ones.
  ///
  /// - Parameters:
  ///   - levelSize: the whole picture's size on that level, no larger than the picture
  ///   - region: in the upright picture's coordinates on that level; what is outside is left out
  ///   - magnification: 1, or how many pixels of the result each side of a pixel has, which is a square then
  ///   - isPatient: whether it steps back for whatever else wants the processor
  ///   - isCancelled: asked on this thread 50 times in a second
  public func decode(
    file path: String, levelSize: PixelSize, region: PixelRect, magnification: Int = 1, isPatient: Bool = false,
    isCancelled: () -> Bool = { false }
  ) throws(PictureError) -> Pixels {
    let file = try PictureFile(path: path)
    let room = PixelSize(width: region.width * magnification, height: region.height * magnification)
    let memory = try PixelMemory.file(for: room)
    let request = DecoderRequest.region(levelSize: levelSize, region: region, magnification: magnification)
    return try ask(
      request, file, memory, time: limits.pixelTime, isPatient: isPatient, isCancelled: isCancelled
    ) { $0.pixels(in: memory) }
  }

  /// Has a free helper do something, and waits until there is one.
  ///
  /// - Parameters:
  ///   - time: seconds of the processor's that it may take
  ///   - read: what the answer means; nil where it makes no sense
  func ask<Answer>(
    _ request: DecoderRequest, _ file: PictureFile, _ output: Descriptor? = nil, time: Double, isPatient: Bool = false,
    isCancelled: () -> Bool = { false }, read: (DecoderReply) -> Answer?
  ) throws(PictureError) -> Answer {
    free.wait()
    defer { free.signal() }
    return try withoutActuallyEscaping(isCancelled) { isCancelled throws(PictureError) in
      let expected = HelperProcess.Expectation(
        processorTime: time, idleTime: limits.idleTime, isPatient: isPatient, isCancelled: isCancelled)
      let files = [file.descriptor] + (output.map { [$0] } ?? [])
      // One that came to its end while nothing was asked of it has not seen this file.
      while let helper = idle.withLock({ $0.popLast() }) {
        defer { keep(helper) }
        if let answer = helper.answer(to: request, files, expected, read: read) { return try answer.get() }
      }
      let helper = try HelperProcess(executable: executable)
      defer { keep(helper) }
      guard let answer = helper.answer(to: request, files, expected, read: read) else { throw .decoderFailed }
      return try answer.get()
    }
  }

  private func keep(_ helper: HelperProcess) {
    if !helper.isLost { idle.withLock { $0.append(helper) } }
  }
}

extension PixelMemory {
  /// Room for pixels of a picture, each of which may have four bytes.
  static func file(for size: PixelSize) throws(PictureError) -> Descriptor {
    guard size.width > 0, size.height > 0, size.width <= Int(Int32.max), size.height <= Int(Int32.max),
      let file = file(byteCount: size.width * size.height * 4)
    else { throw .tooMuchMemory }
    return file
  }
}

extension DecoderReply {
  /// The pixels that were written to a file of this process's; nil where there is not room for so many in it.
  func pixels(in file: Descriptor) -> Pixels? {
    guard case .pixels(let size, let hasAlpha) = self else { return nil }
    return Pixels(size, hasAlpha: hasAlpha, in: file)
  }
}

extension Pixels {
  /// Those that a helper has written to a file of this process's; nil where there is not room for so many in it.
  convenience init?(_ size: PixelSize, hasAlpha: Bool, in file: Descriptor) {
    let byteCount = size.width * size.height * (hasAlpha ? 4 : 3)
    guard let memory = PixelMemory(sharing: file, byteCount: byteCount, isWritten: false) else { return nil }
    self.init(width: size.width, height: size.height, hasAlpha: hasAlpha, memory: memory)
  }
}

/// The program of the helper processes.
enum HelperExecutable {
  private static let name = "aloft-picture-decoder"

  /// Beside this process's own program, or where it is installed from there.
  static let path: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let program = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = program.lastIndex(of: "/").map { program[..<$0] } ?? ""
    let beside = "\(folder)/\(name)"
    return access(beside, X_OK) == 0 ? beside : "\(folder)/../libexec/aloft/\(name)"
  }()
}
