import Testing

@testable import TUIKit

@Suite struct BitmapTests {
  private func grey(_ value: UInt8, alpha: UInt8 = 255) -> Pixel {
    Pixel(red: value, green: value, blue: value, alpha: alpha)
  }

  @Test func `green is the brightest colour, and blue the darkest`() {
    #expect(Pixel(red: 255, green: 0, blue: 0).brightness == 53)
    #expect(Pixel(red: 0, green: 255, blue: 0).brightness == 182)
    #expect(Pixel(red: 0, green: 0, blue: 255).brightness == 18)
    #expect(grey(255).brightness == 255 && grey(0).brightness == 0)
  }

  @Test(arguments: [
    (0, 0, " "), (102, 0, " "), (103, 0, "░"), (0, 204, "░"), (0, 205, "▒"), (255, 0, "▒"), (153, 154, "▒"),
    (154, 154, "▓"), (204, 205, "▓"), (205, 205, "█"), (255, 255, "█"),
  ]) func `a cell has one of five shades`(top: UInt8, bottom: UInt8, shade: String) {
    #expect(String(Pixel.shade(of: grey(top), grey(bottom))) == shade)
  }

  @Test func `a pixel below half opacity is not drawn`() {
    #expect(grey(9, alpha: 128).isOpaque && !grey(9, alpha: 127).isOpaque)
    #expect(Pixel.shade(of: grey(255, alpha: 127), grey(255, alpha: 127)) == " ")
    #expect(Pixel.shade(of: grey(255, alpha: 127), grey(255, alpha: 128)) == "▒")
  }

  @Test func `a picture has the pixels of its size`() {
    let pixels = (1...6).map { grey(UInt8($0)) }
    #expect(Bitmap(width: 2, height: 2, pixels: pixels).pixels == Array(pixels.prefix(4)))
    #expect(Bitmap(width: 2, height: 4, pixels: pixels).pixels == pixels + [.clear, .clear])
    let none = Bitmap(width: -1, height: 3, pixels: pixels)
    #expect((none.width, none.height) == (0, 3) && none.pixels.isEmpty)
  }

  @Test func `outside of a picture everything is transparent`() {
    let image = Bitmap(width: 2, height: 3, pixels: (1...6).map { grey(UInt8($0)) })
    #expect((0..<3).map { y in (0..<2).map { image[$0, y].red } } == [[1, 2], [3, 4], [5, 6]])
    for (x, y) in [(-1, 0), (2, 0), (0, -1), (0, 3)] { #expect(image[x, y] == .clear) }
  }

  @Test func `scaling repeats pixels or averages them`() {
    let line = Bitmap(width: 3, height: 1, pixels: [grey(10), grey(20), grey(40)])
    #expect(line.scaled(toWidth: 2, height: 1).pixels.map(\.red) == [10, 30])
    #expect(line.scaled(toWidth: 6, height: 1).pixels.map(\.red) == [10, 10, 20, 20, 40, 40])
    #expect(line.scaled(toWidth: 3, height: 2).pixels.map(\.red) == [10, 20, 40, 10, 20, 40])
    let column = Bitmap(width: 1, height: 3, pixels: line.pixels)
    #expect(column.scaled(toWidth: 1, height: 2).pixels.map(\.green) == [10, 30])
    #expect(column.scaled(toWidth: 2, height: 3).pixels.map(\.blue) == [10, 10, 20, 20, 40, 40])
    #expect(line.scaled(toWidth: 3, height: 1) == line)
    #expect(line.scaled(toWidth: 3, height: 0).pixels.isEmpty)
    #expect(Bitmap(width: 0, height: 0, pixels: []).scaled(toWidth: 2, height: 2).width == 0)
  }

  @Test func `transparent pixels do not colour the mean`() {
    let mixed = Bitmap(
      width: 2, height: 2,
      pixels: [Pixel(red: 200, green: 100, blue: 50), .clear, .clear, Pixel(red: 100, green: 200, blue: 10, alpha: 85)])
    #expect(
      mixed.scaled(toWidth: 1, height: 1).pixels == [Pixel(red: 175, green: 125, blue: 40, alpha: 85)])
    let clear = Bitmap(width: 2, height: 1, pixels: [])
    #expect(clear.scaled(toWidth: 1, height: 1).pixels == [.clear])
  }
}
