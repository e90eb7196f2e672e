/// One point of an ``Image``.
public struct Pixel: Hashable, Sendable {
  /// From 0 to 255.
  public var red: UInt8
  /// From 0 to 255.
  public var green: UInt8
  /// From 0 to 255.
  public var blue: UInt8
  /// 255 is opaque. A terminal cannot blend: less than half of it is not drawn.
  public var alpha: UInt8

  /// - Parameters:
  ///   - red: from 0 to 255.
  ///   - green: from 0 to 255.
  ///   - blue: from 0 to 255.
  ///   - alpha: 0 is not to be seen, 255 hides what is behind.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Not to be seen.
  public static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)

  var isOpaque: Bool { alpha >= 128 }
  /// How bright it looks, from 0 to 255.
  var brightness: Int { (Int(red) * 54 + Int(green) * 183 + Int(blue) * 19) >> 8 }
}

/// A picture as its points, line by line from the top left.
public struct Image: Hashable, Sendable {
  /// Points in a line.
  public let width: Int
  /// Lines of points.
  public let height: Int
  /// Line by line, from the top left.
  public let pixels: [Pixel]

  /// What is missing of `width` × `height` points is transparent, what is too much is left out.
  public init(width: Int, height: Int, pixels: [Pixel]) {
    self.width = max(0, width)
    self.height = max(0, height)
    let count = self.width * self.height
    self.pixels = Array(pixels.prefix(count)) + Array(repeating: .clear, count: max(0, count - pixels.count))
  }

  /// The point in a column of a line; transparent outside.
  public subscript(x: Int, y: Int) -> Pixel {
    guard x >= 0, x < width, y >= 0, y < height else { return .clear }
    return pixels[y * width + x]
  }

  /// The picture in another size: each point is the mean of those that it replaces. O(points of both).
  public func scaled(toWidth newWidth: Int, height newHeight: Int) -> Image {
    guard newWidth > 0, newHeight > 0, width > 0, height > 0 else { return Image(width: 0, height: 0, pixels: []) }
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
    return Image(width: newWidth, height: newHeight, pixels: result)
  }

  /// The mean of a rectangle; what is transparent has no say in the colour.
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
