import TUITesting
import Testing

@testable import TUIKit

@Suite @MainActor struct ImageViewTests {
  /// Red and green pixels above a blue and a transparent one.
  private static let png: [UInt8] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0, 114, 182, 13,
    36, 0, 0, 0, 19, 73, 68, 65, 84, 120, 218, 99, 248, 207, 192, 240, 31, 12, 129, 52, 136, 96, 0, 0, 63, 210, 5, 251,
    127, 230, 106, 43, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
  ]

  private static let red = Pixel(red: 255, green: 0, blue: 0)
  private static let green = Pixel(red: 0, green: 255, blue: 0)
  private static let blue = Pixel(red: 0, green: 0, blue: 255)

  @Test func `a PNG picture is decoded, pixel by pixel`() throws {
    let image = try Bitmap(png: Self.png)
    #expect(image == Bitmap(width: 2, height: 2, pixels: [Self.red, Self.green, Self.blue, .clear]))
  }

  @Test func `bytes that are not a whole picture are an error`() {
    #expect(throws: PNGError.self) { try Bitmap(png: []) }
    #expect(throws: PNGError.self) { try Bitmap(png: Array("GIF89a".utf8)) }
    #expect(throws: PNGError.self) { try Bitmap(png: Array(Self.png.prefix(50))) }
    for index in Self.png.indices {
      var broken = Self.png
      broken[index] ^= 0x55
      // Any corruption gives an error or a picture, never a crash.
      if let image = try? Bitmap(png: broken) { #expect(image.pixels.count == image.width * image.height) }
    }
    // A header with a size that the file does not have.
    var huge = Self.png
    huge[18] = 0xFF
    huge[22] = 0xFF
    #expect(throws: PNGError.self) { try Bitmap(png: huge) }
  }

  @Test func `two pixels share a cell`() throws {
    let screen = ControlsFixture(width: 2, height: 1)
    screen.add(ImageView(try Bitmap(png: Self.png)))
    #expect(screen.text == "▀▀")
    #expect(screen.style(0, 0).pixels?.pixel == Self.red)
    #expect(screen.style(0, 0).pixels?.behind == Self.blue)
    #expect(screen.style(1, 0).pixels?.pixel == Self.green)
    #expect(screen.style(1, 0).pixels?.behind == nil)
  }

  @Test func `it is as large as fits, centred, with its proportions`() {
    let screen = ControlsFixture(width: 12, height: 4)
    let view = ImageView(Bitmap(width: 40, height: 40, pixels: Array(repeating: Self.red, count: 1600)))
    screen.add(view)
    #expect(screen.lines == Array(repeating: "  ▀▀▀▀▀▀▀▀", count: 4))
    #expect(view.sizeThatFits(Size(width: 6, height: 10)) == Size(width: 6, height: 3))
    view.image = nil
    view.placeholder = "no photo"
    #expect(screen.lines[2] == "  no photo")
  }

  @Test func `without colours it is drawn in shades`() {
    let screen = ControlsFixture(width: 4, height: 1)
    screen.window.isColored = false
    let shades = [0, 90, 180, 255].map { Pixel(red: $0, green: $0, blue: $0) }
    screen.add(ImageView(Bitmap(width: 4, height: 2, pixels: shades + shades)))
    #expect(screen.text == " ░▓█")
  }

  @Test func `a scaled picture averages its pixels`() {
    let image = Bitmap(
      width: 2, height: 2, pixels: [.init(red: 100, green: 0, blue: 0), .init(red: 200, green: 0, blue: 0)])
    let small = image.scaled(toWidth: 1, height: 1)
    #expect(small.pixels == [Pixel(red: 150, green: 0, blue: 0, alpha: 127)])
    #expect(image.scaled(toWidth: 4, height: 4)[3, 0].red == 200)
    #expect(image.scaled(toWidth: 0, height: 4).pixels.isEmpty)
  }

  @Test func `a picture's colours have no role`() {
    for value in stride(from: 0, through: 255, by: 5) {
      let pixel = Pixel(red: UInt8(value), green: 255 - UInt8(value), blue: 128)
      let style = Style(pixel: pixel, behind: Self.blue)
      #expect(abs(Int(style.pixels?.pixel?.red ?? 0) - value) < 8)
      #expect(style.pixels?.behind == Self.blue)
      #expect(style.adding(.bold).background(.danger).foreground(.ok).mixed(with: .fresh, by: 1) == style)
      #expect(style.foreground == .text && style.background == .surface && style.attributes == [])
    }
    #expect(Style(.danger, on: .selection).pixels == nil)
  }

  @Test(arguments: [ColorDepth.eight, .sixteen, .indexed, .direct]) func `its colours are the nearest available ones`(
    depth: ColorDepth
  ) {
    let pen = PenMaker(theme: .dark, depth: depth).pen(for: Style(pixel: Self.red))
    let reds: [ColorDepth: Int32] = [.eight: 1, .sixteen: 9, .indexed: 196, .direct: 0xFF0000]
    #expect(pen == Pen(attributes: [], foreground: reds[depth] ?? 0, background: -1))
    #expect(PenMaker(theme: .none, depth: depth).pen(for: Style(pixel: Self.red)).foreground == -1)
    let text = PenMaker(theme: .dark, depth: depth).pen(for: Style(.text, behind: Self.red, .bold))
    #expect((text.background, text.attributes.contains(.bold)) == (pen.foreground, true))
    let plain = PenMaker(theme: .none, depth: depth).pen(for: Style(.text, behind: Self.red, .bold))
    #expect(plain == Pen(attributes: .bold, foreground: -1, background: -1))
  }

  @Test func `a snapshot names its colours`() {
    #expect(Rendition(Style(pixel: Self.red, behind: Self.blue)).description == "#ff0000 on #0000ff")
  }
}
