/// A picture with two pixels in each cell, one above the other, as large as fits.
///
/// Without colours, or where only ASCII is available, it is drawn in shades.
///
/// - Complexity: O(pixels) for the first drawing at a size.
@MainActor
open class ImageView: View {
  /// The image; `nil` shows the placeholder.
  public var image: Bitmap? {
    didSet {
      guard image != oldValue else { return }
      fitted = nil
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }

  /// Shown dim in the middle while there is no image.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { setNeedsDisplay() } }
  }

  private var fitted: (room: Size, image: Bitmap)?

  /// A view of an image, as large as fits.
  public init(_ image: Bitmap? = nil) {
    self.image = image
    super.init()
  }

  /// The size in pixels of the image in `size` cells.
  ///
  /// Pixels are square.
  private func fittedSize(in room: Size) -> Size {
    guard let image, image.width > 0, image.height > 0, !room.isEmpty else { return .zero }
    let (columns, lines) = (room.width, room.height * 2)
    if image.width * lines >= image.height * columns {
      return Size(width: columns, height: max(1, image.height * columns / image.width))
    }
    return Size(width: max(1, image.width * lines / image.height), height: lines)
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let points = fittedSize(in: size)
    return Size(width: points.width, height: (points.height + 1) / 2)
  }

  private func fittedImage() -> Bitmap? {
    if let fitted, fitted.room == bounds.size { return fitted.image }
    let size = fittedSize(in: bounds.size)
    guard let image, !size.isEmpty else { return nil }
    let scaled = image.scaled(toWidth: size.width, height: size.height)
    fitted = (bounds.size, scaled)
    return scaled
  }

  open override func draw(in canvas: Canvas) {
    guard let image = fittedImage() else {
      canvas.write(
        placeholder, at: Point(x: 0, y: bounds.height / 2), width: bounds.width, alignment: .center,
        style: Style(.textDim, on: background))
      return
    }
    let height = (image.height + 1) / 2
    let origin = Point(x: (bounds.width - image.width) / 2, y: (bounds.height - height) / 2)
    let drawsShades = canvas.showsPicturesInShades
    for y in 0..<height {
      for x in 0..<image.width {
        let place = Rect(x: origin.x + x, y: origin.y + y, width: 1, height: 1)
        let (top, bottom) = (image[x, 2 * y], image[x, 2 * y + 1])
        if drawsShades {
          canvas.fill(place, with: Pixel.shade(of: top, bottom), style: Style(.text, on: background))
        } else {
          draw(top, bottom, at: place, in: canvas)
        }
      }
    }
  }

  private func draw(_ top: Pixel, _ bottom: Pixel, at place: Rect, in canvas: Canvas) {
    switch (top.isOpaque, bottom.isOpaque) {
    case (true, true): canvas.fill(place, with: "▀", style: Style(pixel: top, behind: bottom))
    case (true, false): canvas.fill(place, with: "▀", style: Style(pixel: top))
    case (false, true): canvas.fill(place, with: "▄", style: Style(pixel: bottom))
    case (false, false): break
    }
  }
}

extension Canvas {
  /// Whether pictures are drawn in shades: the terminal has no colours, or no half blocks.
  public var showsPicturesInShades: Bool { !surface.isColored || !TextLocale.isUTF8 }
}
