/// A pixel of a ``Bitmap``.
public struct Pixel: Hashable, Sendable {
  /// The red component from 0 to 255.
  public var red: UInt8
  /// The green component from 0 to 255.
  public var green: UInt8
  /// The blue component from 0 to 255.
  public var blue: UInt8
  /// The opacity from 0 to 255.
  ///
  /// A terminal cannot blend: a pixel with less than half of it is not drawn.
  public var alpha: UInt8

  /// Creates a pixel.
  ///
  /// - Parameters:
  ///   - red: From 0 to 255.
  ///   - green: From 0 to 255.
  ///   - blue: From 0 to 255.
  ///   - alpha: From 0 (transparent) to 255 (opaque).
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A transparent pixel.
  public static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)

  private static let shades: [Unicode.Scalar] = [" ", "░", "▒", "▓", "█"]

  /// The shade of two pixels, one above the other, for a terminal without colours.
  public static func shade(of top: Pixel, _ bottom: Pixel) -> Unicode.Scalar {
    let opaque = [top, bottom].filter(\.isOpaque)
    guard !opaque.isEmpty else { return " " }
    // A transparent half counts as dark.
    return shades[opaque.reduce(0) { $0 + $1.brightness } * shades.count / (2 * 256)]
  }

  var isOpaque: Bool { alpha >= 128 }
  /// The brightness from 0 to 255.
  var brightness: Int { (Int(red) * 54 + Int(green) * 183 + Int(blue) * 19) >> 8 }
}

/// A picture as an array of pixels, line by line from the top left.
public struct Bitmap: Hashable, Sendable {
  /// The number of pixels in a line.
  public let width: Int
  /// The number of lines.
  public let height: Int
  /// The pixels line by line, from the top left.
  public let pixels: [Pixel]

  /// Creates a picture of `width` × `height` pixels.
  ///
  /// Missing pixels are transparent, extra ones are left out.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pixels.
  public init(width: Int, height: Int, pixels: [Pixel]) {
    self.width = max(0, width)
    self.height = max(0, height)
    let count = self.width * self.height
    self.pixels = Array(pixels.prefix(count)) + Array(repeating: .clear, count: max(0, count - pixels.count))
  }

  /// The pixel in a column of a line; transparent outside.
  public subscript(x: Int, y: Int) -> Pixel {
    guard x >= 0, x < width, y >= 0, y < height else { return .clear }
    return pixels[y * width + x]
  }

  /// The picture in another size: each pixel is the mean of those that it replaces.
  ///
  /// - Complexity: O(pixels of both).
  public func scaled(toWidth newWidth: Int, height newHeight: Int) -> Bitmap {
    guard newWidth > 0, newHeight > 0, width > 0, height > 0 else { return Bitmap(width: 0, height: 0, pixels: []) }
    guard newWidth != width || newHeight != height else { return self }
    var result: [Pixel] = []
    result.reserveCapacity(newWidth * newHeight)
    for y in 0..<newHeight {
      let top = y * height / newHeight
      let lines = top..<max(top + 1, (y + 1) * height / newHeight)
      for x in 0..<newWidth {
        let left = x * width / newWidth
        result.append(mean(left..<max(left + 1, (x + 1) * width / newWidth), lines))
      }
    }
    return Bitmap(width: newWidth, height: newHeight, pixels: result)
  }

  /// The mean of a rectangle.
  ///
  /// Transparent pixels do not affect its colour.
  private func mean(_ columns: Range<Int>, _ lines: Range<Int>) -> Pixel {
    var (red, green, blue, alpha) = (0, 0, 0, 0)
    for y in lines {
      for pixel in pixels[y * width + columns.lowerBound..<y * width + columns.upperBound] {
        let weight = Int(pixel.alpha)
        red += Int(pixel.red) * weight
        green += Int(pixel.green) * weight
        blue += Int(pixel.blue) * weight
        alpha += weight
      }
    }
    guard alpha > 0 else { return .clear }
    return Pixel(
      red: UInt8(red / alpha), green: UInt8(green / alpha), blue: UInt8(blue / alpha),
      alpha: UInt8(alpha / (columns.count * lines.count)))
  }
}
