import Testing

@testable import Scenes

@Suite struct ColorTests {
  @Test func `a colour has four components`() {
    let color = Color(red: 1, green: 2, blue: 3, alpha: 4)
    #expect(color.argbValue == 0x0401_0203)
    #expect([color.red, color.green, color.blue, color.alpha] == [1, 2, 3, 4])
    #expect(Color(red: 1, green: 2, blue: 3).alpha == 255)
    #expect(Color(role: .accent).argbValue == 0xFF00_0000 && Color(role: .accent).role == .accent)
    #expect(!Color(0x7FFF_FFFF).isOpaque && Color(0x8000_0000).isOpaque && !Color.clear.isOpaque)
  }

  @Test(arguments: [
    ("#ff8000", "#ffff8000"), ("#80ff8000", "#80ff8000"), ("#00000000", "#00000000"), ("none", "#00000000"),
    ("accent", "accent"), ("textDim", "textDim"),
  ])
  func `a colour is read from its name or its components`(text: String, description: String) {
    #expect(Color(text)?.description == description)
  }

  @Test(arguments: [
    "", "#", "ff8000", "#ff800", "#ff80000", "#ff8000000", "#+f8000", "#-f8000", "#gg8000", "Accent", "#ff 000",
    "#-00000", "#-0000000",
  ])
  func `other texts are no colours`(text: String) {
    #expect(Color(text) == nil)
  }

  @Test func `components are mixed by a fraction, roles are not`() {
    let (from, to) = (Color(0x0010_20FF), Color(0xFF20_1000))
    #expect(from.mixed(with: to, at: 0) == from && from.mixed(with: to, at: 1) == to)
    #expect(from.mixed(with: to, at: 0.5) == Color(0x8018_1880))
    #expect(from.mixed(with: to, at: 2) == Color(0xFF30_0000) && from.mixed(with: to, at: -1).alpha == 0)
    let role = Color(role: .ok)
    #expect(role.mixed(with: to, at: 0.49) == role && role.mixed(with: to, at: 0.5) == to)
    #expect(from.mixed(with: role, at: 0.49) == from && from.mixed(with: role, at: 0.5) == role)
  }

  @Test(arguments: [
    (-1.0, 0), (0, 0), (0.4, 0), (0.5, 1), (4.4, 4), (4.5, 5), (5, 5), (6, 5), (.infinity, 5), (-.infinity, 0),
    (.nan, 0),
  ])
  func `a number has a nearest one in a range`(number: Double, nearest: Int) {
    #expect(Int(number, in: 0...5) == nearest)
  }

  @Test func `the greatest integer is the nearest one to greater numbers`() {
    #expect([Double(Int.max), 1e300].map { Int($0, in: 0...Int.max) } == [.max, .max])
  }

  @Test func `an image has as many pixels as its size says`() {
    #expect(Image(width: 2, height: 1, pixels: [1, 2])?.pixels == [1, 2])
    #expect(Image(width: 2, height: 1, pixels: [1]) == nil && Image(width: -1, height: -1, pixels: [1]) == nil)
    #expect(Image(width: 0, height: 0, pixels: []) != nil && Image(width: .max, height: 3, pixels: [1]) == nil)
    let image = Image(width: 1, height: 1, pixels: [1])
    #expect(image == image && image != Image(width: 1, height: 1, pixels: [1]))
  }
}
