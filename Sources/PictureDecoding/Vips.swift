// SPDX-License-Identifier: MIT
import CIsolation
import CVips
import Glibc
import PictureMessages
import Synchronization

// All that touches libvips' pointers and GObject is here.

/// An operation of libvips failed. libvips keeps one error text for all threads, so its words could be about
/// another thread's picture; the caller says what the failure means.
struct VipsFailure: Error {
  /// Whether there was no memory for it, as far as libvips, or a decoder, says so.
  var isOutOfMemory = Vips.hasSaidOutOfMemory || Vips.saysOutOfMemory(vips_error_buffer())

  /// What it means once the header has been read.
  var pictureError: PictureError { isOutOfMemory ? .tooMuchMemory : .damaged }
}

public enum Vips {
  /// Starts libvips on first use, on any thread; false when it cannot be started.
  public static let isReady: Bool = {
    // It would load all of its modules at once, which takes as long as all else; where they are is found out again later.
    setenv("VIPSHOME", "/nonexistent", 1)
    guard vips_init("aloft") == 0 else { return false }
    // Pictures are decoded in as many processes as there are cores; more threads would take the page's core.
    vips_concurrency_set(1)
    // Up to 8.14 libvips has vector code from liborc, which frees it without a lock (as of 0.4.33): two pictures
    // being resized at a time can crash. Later versions use another library.
    if (vips_version(0), vips_version(1)) < (8, 15) { vips_vector_set_enabled(0) }
    // Decoded pictures are kept by whoever shows them, not a second time here.
    vips_cache_set_max(0)
    allowOnlyKnownLoaders()
    // Odd files are reported as errors or shown; nobody reads the terminal. VIPS is libvips' own log domain.
    g_log_set_handler(
      "VIPS", G_LOG_LEVEL_WARNING,
      { _, _, text, _ in
        if let text, Vips.saysOutOfMemory(text) { Vips.outOfMemory.store(true, ordering: .relaxed) }
      }, nil)
    return true
  }()

  /// Loads the decoders of HEIF, AVIF and JPEG XL where they are in files of their own (libvips' modules), on first use.
  public static func loadModules() { _ = areModulesLoaded }

  private static let areModulesLoaded: Bool = {
    let function: @convention(c) (UnsafePointer<CChar>?) -> CInt = vips_init
    guard let library = aloft_library_of(unsafeBitCast(function, to: UnsafeRawPointer.self)) else { return false }
    let path = String(cString: library)
    guard let slash = path.lastIndex(of: "/") else { return false }
    for name in ["vips-heif.so", "vips-jxl.so"] {
      let module = "\(path[..<slash])/vips-modules-\(vips_version(0)).\(vips_version(1))/\(name)"
      if let loaded = g_module_open(module, G_MODULE_BIND_LAZY) { g_module_make_resident(loaded) }
    }
    return true
  }()

  private static let outOfMemory = Atomic(false)

  /// Whether there was no memory for something since a thread was left last: libvips logs some errors and forgets them.
  static var hasSaidOutOfMemory: Bool { outOfMemory.load(ordering: .relaxed) }

  static func saysOutOfMemory(_ text: UnsafePointer<CChar>) -> Bool {
    String(cString: text).lowercased().contains("memory")
  }

  /// Everything else that libvips was built with stays closed to files from anywhere: ImageMagick, PDF,
  /// OpenSlide, raw dumps and scientific formats.
  private static func allowOnlyKnownLoaders() {
    vips_operation_block_set("VipsForeignLoad", 1)
    for loader in knownLoaders {
      vips_operation_block_set(loader, 0)
    }
  }

  /// libvips' base classes of the loaders that may be used.
  private static let knownLoaders = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff", "Svg", "Jxl", "Jp2k"]
    .map { "VipsForeignLoad" + $0 }

  static func isKnown(_ loader: String) -> Bool { knownLoaders.contains { loader.hasPrefix($0) } }

  /// Gives back what libvips keeps for the calling thread, and forgets error texts.
  static func leaveThread() {
    vips_error_clear()
    outOfMemory.store(false, ordering: .relaxed)
    vips_thread_shutdown()
  }

  /// Gives the decoder's buffers, some ten megabytes for a large picture, back to the system: the C library would keep
  /// them for a next time. Takes a millisecond.
  static func releaseBuffers() {
    malloc_trim(0)
  }
}

/// Gives memory for so many bytes of pixels; nil where there is none.
public typealias PixelRoom = (_ byteCount: Int) -> PixelMemory?

/// Gets the bytes of a file that has been made, which are there until it returns.
public typealias FileWriter = (UnsafeRawBufferPointer) -> Void

/// A value for a named argument of an operation.
enum OperationValue {
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case text(String)
  case picture(VipsPicture)
  case source(VipsFile)

  /// A value of one of libvips' enumerations; GLib converts an int to whichever an argument wants.
  static func choice<Choice: RawRepresentable>(_ choice: Choice) -> OperationValue
  where Choice.RawValue: BinaryInteger {
    .integer(Int(choice.rawValue))
  }

  fileprivate func assign(to name: String, of operation: UnsafeMutablePointer<GObject>) {
    var value = GValue()
    switch self {
    case .integer(let integer):
      g_value_init(&value, ValueType.int)
      g_value_set_int(&value, gint(clamping: integer))
    case .number(let number):
      g_value_init(&value, ValueType.double)
      g_value_set_double(&value, number)
    case .flag(let flag):
      g_value_init(&value, ValueType.boolean)
      g_value_set_boolean(&value, flag ? 1 : 0)
    case .text(let text):
      g_value_init(&value, ValueType.string)
      g_value_set_string(&value, text)
    case .picture(let picture):
      g_value_init(&value, vips_image_get_type())
      g_value_set_object(&value, picture.pointer)
    case .source(let file):
      g_value_init(&value, vips_source_get_type())
      g_value_set_object(&value, file.pointer)
    }
    g_object_set_property(operation, name, &value)
    g_value_unset(&value)
  }
}

/// GLib's fundamental types; the G_TYPE_ macros are not imported.
private enum ValueType {
  static let boolean = GType(5 << G_TYPE_FUNDAMENTAL_SHIFT)
  static let int = GType(6 << G_TYPE_FUNDAMENTAL_SHIFT)
  static let double = GType(15 << G_TYPE_FUNDAMENTAL_SHIFT)
  static let string = GType(16 << G_TYPE_FUNDAMENTAL_SHIFT)
}

/// A file that loaders read from. It holds its own file descriptor.
final class VipsFile {
  fileprivate let pointer: UnsafeMutablePointer<VipsSource>

  /// - Parameter descriptor: open for reading; stays the caller's
  init(descriptor: CInt) throws(VipsFailure) {
    guard let source = vips_source_new_from_descriptor(descriptor) else { throw VipsFailure() }
    pointer = source
  }

  /// - Parameter content: what would be in the file; stays the caller's
  init?(content: UnsafeMutablePointer<VipsBlob>) {
    guard let source = vips_source_new_from_blob(content) else { return nil }
    pointer = source
  }

  deinit { g_object_unref(pointer) }

  /// As `loader`, with those that are loaded only when they are needed.
  var loaderInModules: String? {
    Vips.loadModules()
    return loader
  }

  /// The class name of the loader for this content; nil when none knows it that may be used.
  var loader: String? {
    guard let name = vips_foreign_find_load_source(pointer) else { return nil }
    let loader = String(cString: name)
    return Vips.isKnown(loader) ? loader : nil
  }
}

/// A picture as libvips has it: mostly a recipe, which is followed when pixels are asked for.
final class VipsPicture {
  let pointer: UnsafeMutablePointer<VipsImage>

  /// Takes over one reference.
  init(owning pointer: UnsafeMutablePointer<VipsImage>) {
    self.pointer = pointer
  }

  deinit { g_object_unref(pointer) }

  var width: Int { Int(vips_image_get_width(pointer)) }
  var height: Int { Int(vips_image_get_height(pointer)) }
  var bandCount: Int { Int(vips_image_get_bands(pointer)) }
  var bandFormat: VipsBandFormat { vips_image_get_format(pointer) }
  /// What the bands mean, corrected where the file's own word is impossible.
  var interpretation: VipsInterpretation { vips_image_guess_interpretation(pointer) }
  var hasAlpha: Bool { vips_image_hasalpha(pointer) != 0 }
  var hasProfile: Bool { vips_image_get_typeof(pointer, VIPS_META_ICC_NAME) != 0 }

  func integer(_ name: String) -> Int? {
    var value: CInt = 0
    guard vips_image_get_typeof(pointer, name) != 0, vips_image_get_int(pointer, name, &value) == 0 else {
      return nil
    }
    return Int(value)
  }

  func text(_ name: String) -> String? {
    var text: UnsafePointer<CChar>?
    guard vips_image_get_typeof(pointer, name) != 0, vips_image_get_string(pointer, name, &text) == 0 else {
      return nil
    }
    return text.map { String(cString: $0) }
  }

  /// The names of all that comes with the pixels.
  var fieldNames: [String] {
    guard let names = vips_image_get_fields(pointer) else { return [] }
    defer { g_strfreev(names) }
    return sequence(first: names) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
      .compactMap { $0.map { String(cString: $0) } }
  }

  /// The small picture in the EXIF data of a JPEG file, not decoded; nil where there is none.
  var exifPreview: VipsPicture? {
    var value = GValue()
    guard vips_image_get_typeof(pointer, "jpeg-thumbnail-data") == vips_blob_get_type(),
      vips_image_get(pointer, "jpeg-thumbnail-data", &value) == 0
    else { return nil }
    defer { g_value_unset(&value) }
    guard let data = g_value_get_boxed(&value),
      let file = VipsFile(content: data.assumingMemoryBound(to: VipsBlob.self)), let loader = file.loader,
      loader.hasPrefix("VipsForeignLoadJpeg")
    else { return nil }
    return try? .made(by: loader, ["source": .source(file)])
  }

  /// Calls `body` with the picture as a PNG file that has these fields, too.
  func withPNG(fields: [(name: String, value: String)], _ body: FileWriter) throws(VipsFailure) {
    // Fields must not be added to what others may have.
    let copy = try applying("copy")
    for (name, value) in fields { vips_image_set_string(copy.pointer, name, value) }
    // The lowest compression takes a third of the time of the usual one, and a tenth more room.
    try Self.run("pngsave_buffer", input: copy, ["compression": .integer(1)]) { object in
      var value = GValue()
      g_value_init(&value, vips_blob_get_type())
      g_object_get_property(object, "buffer", &value)
      var length = 0
      if let start = vips_value_get_blob(&value, &length) {
        body(UnsafeRawBufferPointer(start: start, count: length))
      }
      g_value_unset(&value)
    }
  }

  func integers(_ name: String) -> [Int] {
    var values: UnsafeMutablePointer<CInt>?
    var count: CInt = 0
    guard vips_image_get_typeof(pointer, name) != 0,
      vips_image_get_array_int(pointer, name, &values, &count) == 0, let values
    else { return [] }
    return UnsafeBufferPointer(start: values, count: Int(count)).map { Int($0) }
  }

  /// Runs the operation of that name with this picture as its `in`, and gives its `out`.
  func applying(
    _ operation: String, _ arguments: KeyValuePairs<String, OperationValue> = [:]
  ) throws(VipsFailure) -> VipsPicture {
    try VipsPicture.made(by: operation, input: self, arguments)
  }

  /// Runs the operation of that name and gives its `out`.
  static func made(
    by name: String, input: VipsPicture? = nil, _ arguments: KeyValuePairs<String, OperationValue>
  ) throws(VipsFailure) -> VipsPicture {
    var output: VipsPicture?
    try run(name, input: input, arguments) { object in
      var value = GValue()
      g_value_init(&value, vips_image_get_type())
      g_object_get_property(object, "out", &value)
      output = g_value_dup_object(&value).map { VipsPicture(owning: $0.assumingMemoryBound(to: VipsImage.self)) }
      g_value_unset(&value)
    }
    guard let output else { throw VipsFailure() }
    return output
  }

  /// Runs the operation of that name; `readOutput` sees it when it has been built.
  static func run(
    _ name: String, input: VipsPicture?, _ arguments: KeyValuePairs<String, OperationValue>,
    readOutput: (UnsafeMutablePointer<GObject>) -> Void = { _ in }
  ) throws(VipsFailure) {
    guard var operation = vips_operation_new(name) else { throw VipsFailure() }
    func object() -> UnsafeMutablePointer<GObject> {
      UnsafeMutableRawPointer(operation).assumingMemoryBound(to: GObject.self)
    }
    defer {
      vips_object_unref_outputs(UnsafeMutableRawPointer(operation).assumingMemoryBound(to: VipsObject.self))
      g_object_unref(operation)
    }
    if let input {
      OperationValue.picture(input).assign(to: "in", of: object())
    }
    for (name, argument) in arguments {
      argument.assign(to: name, of: object())
    }
    var built: UnsafeMutablePointer<VipsOperation>? = operation
    let status = vips_cache_operation_buildp(&built)
    if let built { operation = built }
    guard status == 0 else { throw VipsFailure() }
    readOutput(object())
  }

  /// The pixels, wrapped without a copy: they must outlive the picture and all that is made from it.
  convenience init(borrowing pixels: Pixels) throws(VipsFailure) {
    let image = pixels.withBytes { bytes in
      vips_image_new_from_memory(
        bytes.baseAddress, bytes.count, CInt(pixels.width), CInt(pixels.height), pixels.hasAlpha ? 4 : 3,
        VIPS_FORMAT_UCHAR)
    }
    guard let image else { throw VipsFailure() }
    self.init(owning: image)
  }

  /// The pixels, copied, so that they may go.
  convenience init(copying pixels: Pixels) throws(VipsFailure) {
    let image = pixels.withBytes { bytes in
      vips_image_new_from_memory_copy(
        bytes.baseAddress, bytes.count, CInt(pixels.width), CInt(pixels.height), pixels.hasAlpha ? 4 : 3,
        VIPS_FORMAT_UCHAR)
    }
    guard let image else { throw VipsFailure() }
    self.init(owning: image)
  }

  /// Follows the recipe, from top to bottom on this thread. The picture must have three or four bands of one byte.
  ///
  /// - Parameters:
  ///   - room: gives memory for so many bytes
  ///   - isCancelled: asked between strips of rows; once it says so, this fails
  func pixels(
    in room: PixelRoom = PixelMemory.init(byteCount:), isCancelled: () -> Bool = { false }
  ) throws(VipsFailure) -> Pixels {
    let stride = width * bandCount
    guard let memory = room(stride * height) else { throw VipsFailure(isOutOfMemory: true) }
    var offset = 0
    try forEachRow(isCancelled: isCancelled) { row throws(VipsFailure) in
      if let start = row.baseAddress { memcpy(memory.start + offset, start, stride) }
      offset += stride
    }
    return Pixels(width: width, height: height, hasAlpha: bandCount == 4, memory: memory)
  }

  /// As `pixels`, but gives one row after the other to `body`.
  func forEachRow(
    isCancelled: () -> Bool, _ body: (UnsafeRawBufferPointer) throws(VipsFailure) -> Void
  ) throws(VipsFailure) {
    guard bandFormat == VIPS_FORMAT_UCHAR, bandCount == 3 || bandCount == 4 else { throw VipsFailure() }
    // Rows at a time: enough to make little of libvips' work for each strip, few enough to stop soon.
    let stripHeight = 16
    guard let region = vips_region_new(pointer) else { throw VipsFailure() }
    defer { g_object_unref(region) }
    for top in Swift.stride(from: 0, to: height, by: stripHeight) {
      if isCancelled() { throw VipsFailure() }
      var strip = VipsRect(
        left: 0, top: CInt(top), width: CInt(width), height: CInt(min(stripHeight, height - top)))
      guard vips_region_prepare(region, &strip) == 0 else { throw VipsFailure() }
      for row in top..<top + Int(strip.height) {
        let offset = (row - Int(region.pointee.valid.top)) * Int(region.pointee.bpl)
        try body(UnsafeRawBufferPointer(start: region.pointee.data + offset, count: width * bandCount))
      }
    }
  }
}
