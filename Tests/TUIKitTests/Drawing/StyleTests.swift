import Testing

@testable import TUIKit

@Suite struct StyleTests {
  private let attributes: [Style.Attributes] = [.bold, .dim, .underline, .reverse, .italic, .strikethrough]

  @Test func `a style keeps its roles and attributes apart`() {
    for (index, front) in ColorRole.allCases.enumerated() {
      for back in ColorRole.allCases {
        let attribute = attributes[index % attributes.count]
        let style = Style(front, on: back, attribute)
        #expect((style.foreground, style.background, style.attributes) == (front, back, attribute))
        #expect(style.foreground(back) == Style(back, on: back, attribute))
        #expect(style.background(front) == Style(front, on: front, attribute))
        #expect(style.mix.step == 0 && style.pixels == nil)
      }
    }
    for one in attributes {
      for other in attributes { #expect(Style(.ok, on: .chip, one).adding(other).attributes == one.union(other)) }
    }
  }

  @Test(arguments: [(-1.0, 0), (0, 0), (0.03, 0), (0.04, 1), (0.5, 8), (0.96, 14), (0.97, 15), (1, 15), (7, 15)])
  func `a blend has fifteen steps`(amount: Double, step: Int) {
    let style = Style(.danger, on: .chip, .bold).mixed(with: .fresh, by: amount)
    #expect(style.mix == (.fresh, step))
    #expect((style.foreground, style.background, style.attributes) == (.danger, .chip, .bold))
    #expect(style.mixed(with: .ok, by: 1).mix == (.ok, 15))
  }

  @Test func `a fixed colour may be beside a role`() {
    let pixel = Pixel(red: 255, green: 66, blue: 8)
    let text = Style(pixel: pixel, on: .selection, [.bold, .italic])
    #expect((text.foreground, text.background, text.attributes) == (.text, .selection, [.bold, .italic]))
    #expect(text.pixels?.pixel == pixel && text.pixels?.behind == nil)
    let behind = Style(.danger, behind: pixel, .underline)
    #expect((behind.foreground, behind.background, behind.attributes) == (.danger, .surface, .underline))
    #expect(behind.pixels?.pixel == nil && behind.pixels?.behind == pixel)
    for style in [text, behind] {
      #expect(style.adding(.dim).foreground(.ok).background(.ok).mixed(with: .ok, by: 1) == style)
    }
    #expect(Style(pixel: pixel) == Style(pixel: pixel, on: .surface))
  }

  @Test func `each component of a fixed colour keeps five bits`() {
    for value in 0...255 as ClosedRange<UInt8> {
      let kept = value & 0xF8 | value >> 5
      for pixel in [
        Pixel(red: value, green: 0, blue: 0), Pixel(red: 0, green: value, blue: 0),
        Pixel(red: 0, green: 0, blue: value),
      ] {
        let style = Style(pixel: pixel, behind: pixel)
        let expected = Pixel(
          red: pixel.red == 0 ? 0 : kept, green: pixel.green == 0 ? 0 : kept, blue: pixel.blue == 0 ? 0 : kept)
        #expect(style.pixels?.pixel == expected && style.pixels?.behind == expected)
      }
    }
  }
}
