/// A picture: pixels in lines from the top.
///
/// A ``Worker`` decodes images; a program can also make one from pixels.
public final class Image: Hashable, Sendable {
  /// The number of pixels in a line.
  public let width: Int
  /// The number of lines.
  public let height: Int
  /// The pixels, line by line, as `0xAARRGGBB`.
  public let pixels: [UInt32]

  /// The number of pixels of the largest picture, and of all images of a scene file: more than a terminal can show.
  public static let pixelLimit = 1 << 22

  /// Creates an image; `nil` when the number of pixels does not match the size.
  public init?(width: Int, height: Int, pixels: [UInt32]) {
    guard width >= 0, height >= 0, width.multipliedReportingOverflow(by: height) == (pixels.count, false) else {
      return nil
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Whether both are the same object.
  public static func == (left: Image, right: Image) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
