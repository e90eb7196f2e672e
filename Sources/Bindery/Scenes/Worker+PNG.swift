import Scenes
import TUIKit

extension Worker {
  /// A worker that decodes PNG pictures of up to `Image.pixelLimit` pixels, as `Bitmap` of TUIKit does.
  ///
  /// - Complexity: O(*n*) for each picture, where *n* is the number of its pixels.
  public static func png() -> Worker {
    Worker { bytes in
      let picture = try Bitmap(png: bytes, maximumPixelCount: Image.pixelLimit)
      let pixels = picture.pixels.map { pixel in
        UInt32(pixel.alpha) << 24 | UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
      }
      guard let image = Image(width: picture.width, height: picture.height, pixels: pixels) else {
        throw ImageError.failedDecoding("The picture has too few pixels")
      }
      return image
    }
  }
}
