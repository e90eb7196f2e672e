import CPNG
import Glibc

/// The reason why a picture cannot be read.
public enum PNGError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are not a PNG picture, or the picture is damaged. Contains the message of the decoder.
  case unreadable(String)
  /// The picture has more pixels than a terminal program should keep in memory.
  case tooLarge(width: Int, height: Int)
  /// The system has no decoder.
  case noDecoder

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .unreadable(let reason): "The picture cannot be read: \(reason.sanitized)."
    case .tooLarge(let width, let height): "The picture is too large: \(width) × \(height) points."
    case .noDecoder: "Reading PNG pictures needs libpng 1.6; Debian and Ubuntu call it libpng16-16."
    }
  }
}

extension Bitmap {
  /// The number of pixels of the largest picture that is read where the caller names none.
  public static let maximumPixelCount = 1 << 25

  /// Reads a PNG picture of any colour type.
  ///
  /// libpng decodes it. The library is loaded with the first picture and not linked: most programs never show one, and
  /// should not load it before their first frame.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - limit: A picture with more pixels is refused before its pixels are decoded.
  /// - Throws: ``PNGError`` when the bytes are not a picture, it is too large, or libpng is missing.
  /// - Complexity: O(*n*) for *n* pixels.
  public init(png bytes: [UInt8], maximumPixelCount limit: Int = Bitmap.maximumPixelCount) throws(PNGError) {
    guard let decoder = PNGDecoder() else { throw .noDecoder }
    self = try decoder.decode(bytes, limit)
  }
}

/// The simplified reading interface of libpng 1.6.
private struct PNGDecoder {
  private let beginRead: cpng_begin_read
  private let finishRead: cpng_finish_read
  private let free: cpng_free

  init?() {
    // Opening the library again returns the loaded one.
    guard let library = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL),
      let beginRead = dlsym(library, "png_image_begin_read_from_memory"),
      let finishRead = dlsym(library, "png_image_finish_read"), let free = dlsym(library, "png_image_free")
    else { return nil }
    self.beginRead = unsafeBitCast(beginRead, to: cpng_begin_read.self)
    self.finishRead = unsafeBitCast(finishRead, to: cpng_finish_read.self)
    self.free = unsafeBitCast(free, to: cpng_free.self)
  }

  func decode(_ bytes: [UInt8], _ limit: Int) throws(PNGError) -> Bitmap {
    var image = png_image()
    image.version = cpng_image_version
    defer { free(&image) }
    // The decoder keeps a pointer to the bytes until the picture is read.
    return try bytes.withUnsafeBytes { bytes -> Result<Bitmap, PNGError> in
      guard let start = bytes.baseAddress, beginRead(&image, start, bytes.count) != 0 else {
        return .failure(.unreadable(Self.message(of: image)))
      }
      return readPixels(of: &image, limit)
    }.get()
  }

  private func readPixels(of image: inout png_image, _ limit: Int) -> Result<Bitmap, PNGError> {
    let (width, height) = (Int(image.width), Int(image.height))
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, count <= limit else {
      return .failure(.tooLarge(width: width, height: height))
    }
    image.format = cpng_format_rgba
    var isRead = false
    // A `Pixel` is four bytes, in the order of the format.
    let pixels = [Pixel](unsafeUninitializedCapacity: count) { pixels, filled in
      guard let start = UnsafeMutableRawPointer(pixels.baseAddress) else { return }
      isRead = finishRead(&image, nil, start, 0, nil) != 0
      filled = isRead ? count : 0
    }
    return isRead
      ? .success(Bitmap(width: width, height: height, pixels: pixels))
      : .failure(.unreadable(Self.message(of: image)))
  }

  private static func message(of image: png_image) -> String {
    let words = withUnsafeBytes(of: image.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return words.isEmpty ? "it is empty" : words
  }
}
