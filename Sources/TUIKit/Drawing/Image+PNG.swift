import Glibc

/// Why a picture cannot be read.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are no PNG picture, or a broken one; in the decoder's words.
  case unreadable(String)
  case tooLarge(width: Int, height: Int)
  /// The system has no decoder.
  case noDecoder

  /// Why the file is not a picture.
  public var description: String {
    switch self {
    case .unreadable(let reason): "The picture cannot be read: \(reason.sanitized)."
    case .tooLarge(let width, let height): "The picture is too large: \(width) × \(height) points."
    case .noDecoder: "Reading PNG pictures needs libpng 1.6; Debian and Ubuntu call it libpng16-16."
    }
  }
}

extension Image {
  /// More points than this would take more memory than a terminal program should.
  static let maximumPixelCount = 1 << 25

  /// Reads a PNG picture, of any kind that there is.
  ///
  /// libpng does it. It is looked up when the first picture is read and not linked: most programs never show one, and
  /// those should neither need it, to be built or to run, nor load it before their first frame.
  public init(png bytes: [UInt8]) throws(ImageError) {
    guard let decoder = PNGDecoder() else { throw .noDecoder }
    self = try decoder.decode(bytes)
  }
}

/// The simplified reading interface of libpng 1.6. Its structures are part of the binary interface.
private struct PNGDecoder {
  private typealias Begin = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> Int32
  private typealias Finish =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeRawPointer?, UnsafeMutableRawPointer, Int32, UnsafeMutableRawPointer?
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

  private let begin: Begin
  private let finish: Finish
  private let free: Free

  /// `struct png_image`: a pointer, seven 32-bit numbers and a message of 64 bytes.
  private enum Field {
    static let version = 8
    static let width = 12
    static let height = 16
    static let format = 20
    static let message = 36
    static let size = 104
    static let messageSize = 64
  }

  private static let version: UInt32 = 1
  /// `PNG_FORMAT_RGBA`: one byte each.
  private static let rgba: UInt32 = 3

  init?() {
    // Opened again and again it is loaded once.
    guard let library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL),
      let begin = dlsym(library, "png_image_begin_read_from_memory"),
      let finish = dlsym(library, "png_image_finish_read"), let free = dlsym(library, "png_image_free")
    else { return nil }
    self.begin = unsafeBitCast(begin, to: Begin.self)
    self.finish = unsafeBitCast(finish, to: Finish.self)
    self.free = unsafeBitCast(free, to: Free.self)
  }

  func decode(_ bytes: [UInt8]) throws(ImageError) -> Image {
    let image = UnsafeMutableRawPointer.allocate(byteCount: Field.size, alignment: 8)
    image.initializeMemory(as: UInt8.self, repeating: 0, count: Field.size)
    defer {
      free(image)
      image.deallocate()
    }
    image.storeBytes(of: Self.version, toByteOffset: Field.version, as: UInt32.self)
    // What has begun goes on reading the bytes, so all of it happens while they stand still.
    return try bytes.withUnsafeBytes { bytes -> Result<Image, ImageError> in
      guard let start = bytes.baseAddress, begin(image, start, bytes.count) != 0 else {
        return .failure(.unreadable(message(of: image)))
      }
      return readPixels(of: image)
    }.get()
  }

  private func readPixels(of image: UnsafeMutableRawPointer) -> Result<Image, ImageError> {
    let width = Int(image.load(fromByteOffset: Field.width, as: UInt32.self))
    let height = Int(image.load(fromByteOffset: Field.height, as: UInt32.self))
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, count <= Image.maximumPixelCount else {
      return .failure(.tooLarge(width: width, height: height))
    }
    image.storeBytes(of: Self.rgba, toByteOffset: Field.format, as: UInt32.self)
    var isRead = false
    let pixels = [Pixel](unsafeUninitializedCapacity: count) { pixels, filled in
      guard let start = UnsafeMutableRawPointer(pixels.baseAddress) else { return }
      isRead = finish(image, nil, start, 0, nil) != 0
      // A pixel is its four bytes, in this order.
      filled = isRead ? count : 0
    }
    return isRead
      ? .success(Image(width: width, height: height, pixels: pixels)) : .failure(.unreadable(message(of: image)))
  }

  private func message(of image: UnsafeMutableRawPointer) -> String {
    let bytes = UnsafeRawBufferPointer(start: image + Field.message, count: Field.messageSize)
    let words = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return words.isEmpty ? "it is empty" : words
  }
}
