import Testing

@testable import Scenes

/// The cells that the components of a scene draw.
@MainActor
@Suite struct ScenePainterTests {
  private func scene(_ component: String, width: Int, height: Int = 1) throws -> Scene {
    let scene = try SceneFixtures.scene(children: "[\(component)]")
    scene.resize(to: CellSize(width: width, height: height))
    scene.advance(by: 0)
    return scene
  }

  private func draw(_ component: String, width: Int, height: Int = 1) throws -> [String] {
    try scene(component, width: width, height: height).rendered().lines
  }

  private func image(_ image: Image, _ more: String, width: Int, height: Int) throws -> CellBuffer {
    let scene = try SceneFixtures.scene(children: #"[{"type": "image", "image": {"bind": "picture"}\#(more)}]"#)
    try scene.instance.setValue(of: ImageProperty(path: "picture"), to: image)
    scene.resize(to: CellSize(width: width, height: height))
    scene.advance(by: 0)
    return scene.rendered()
  }

  @Test func `a text of no lines is not drawn`() throws {
    #expect(try draw(#"{"type": "text", "text": "a", "maxLines": 0, "height": 1}"#, width: 3) == [""])
    #expect(try draw(#"{"type": "text", "text": "a", "maxLines": 1, "height": 1}"#, width: 3) == ["a"])
  }

  // MARK: Bars and rules

  @Test(arguments: ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"].enumerated().map { ($0, $1) })
  func `a bar shows eighths of a cell`(eighths: Int, character: String) throws {
    let first = eighths == 0 ? "─" : character
    #expect(try draw(#"{"type": "bar", "value": \#(Double(eighths) / 16)}"#, width: 2) == [first + "─"])
  }

  @Test(arguments: [
    (#""value": -1"#, "────"), (#""value": 2, "minimum": 1, "maximum": 3"#, "██──"),
    (#""value": 3, "maximum": 4"#, "███─"),
    (#""value": -5, "minimum": -10, "maximum": 0"#, "██──"), (#""value": 5, "minimum": 9, "maximum": 1"#, "────"),
    (#""value": 1, "minimum": 1, "maximum": 1"#, "────"),
  ])
  func `a bar shows a share of its range`(range: String, line: String) throws {
    #expect(try draw(#"{"type": "bar", \#(range)}"#, width: 4) == [line])
  }

  @Test func `a bar and its track have colours, also in several lines`() throws {
    let plain = try scene(#"{"type": "bar", "value": 0.75, "height": 2}"#, width: 2, height: 2).rendered()
    #expect(plain.lines == ["█▌", "█▌"])
    #expect(plain.style(x: 0, y: 1).foreground == Color(role: .accent))
    let colored = try scene(
      #"{"type": "bar", "value": 0.5, "color": "danger", "trackColor": "ok"}"#, width: 2
    ).rendered()
    #expect((0..<2).map { colored.style(x: $0, y: 0).foreground } == [Color(role: .danger), Color(role: .ok)])
    let track = try scene(#"{"type": "bar", "trackColor": "none", "color": "danger"}"#, width: 1).rendered()
    #expect(track.style(x: 0, y: 0).foreground == Color(role: .danger))
  }

  @Test func `a rule may be vertical, and have a kind of line and a colour`() throws {
    let vertical = #"{"type": "rule", "direction": "vertical", "width": 1, "height": 2, "title": "x"}"#
    #expect(try draw(vertical, width: 3, height: 2) == ["│", "│"])
    #expect(try draw(#"{"type": "rule", "border": "double"}"#, width: 3) == ["═══"])
    #expect(try draw(#"{"type": "rule", "direction": "vertical", "border": "heavy", "width": 1}"#, width: 3) == ["┃"])
    let row =
      #"{"type": "stack", "direction": "horizontal", "children": [{"type": "text", "text": "a"}, {"type": "rule", "#
    #expect(try draw(row + #""direction": "vertical"}, {"type": "text", "text": "b"}]}"#, width: 5) == ["a│b"])
    #expect(try draw(row + #""width": "fill"}, {"type": "text", "text": "b"}]}"#, width: 5) == ["a───b"])
    let rules = ["", #", "color": "danger""#].map { #"{"type": "rule"\#($0)}"# }
    let colors = try rules.map { try scene($0, width: 1).rendered().style(x: 0, y: 0).foreground }
    #expect(colors == [Color(role: .border), Color(role: .danger)])
  }

  // MARK: Sparklines and images

  @Test func `a sparkline has eight levels, on its last line`() throws {
    let scene = try SceneFixtures.scene(
      children:
        #"[{"type": "sparkline", "values": {"bind": "items"}, "valueName": "amount", "maximum": 7, "height": 2}]"#)
    for amount in [-1.0, 0, 1, 2, 3, 4, 5, 6, 7, 8] {
      let item = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
      item.setValue(of: NumberProperty(path: "amount"), to: amount)
      try scene.instance.appendInstance(item, to: ListProperty(path: "items"))
    }
    scene.resize(to: CellSize(width: 12, height: 2))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["", "▁▁▂▃▄▅▆▇██"])
    #expect(scene.rendered().style(x: 0, y: 1).foreground == Color(role: .accent))
    scene.resize(to: CellSize(width: 4, height: 2))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["", "▆▇██"])
  }

  @Test func `an image draws its opaque pixels only`() throws {
    let pixels: [UInt32] = [0xFFFF_0000, 0x7FFF_FFFF, 0, 0x8000_00FF]
    let buffer = try image(
      try #require(Image(width: 2, height: 2, pixels: pixels)), #", "width": 2"#, width: 4, height: 2)
    #expect(buffer.lines == ["▀▄", ""])
    let styles = (0..<2).map { buffer.style(x: $0, y: 0) }
    #expect(styles.map(\.foreground) == [Color(0xFFFF_0000), Color(0x8000_00FF)])
    #expect(styles.map(\.background) == [.clear, .clear])
  }

  @Test func `a cell without an opaque pixel is not drawn`() throws {
    let picture = try #require(Image(width: 2, height: 2, pixels: [0xFFFF_0000, 0x7FFF_FFFF, 0, 0]))
    #expect(try image(picture, "", width: 2, height: 1).lines == ["▀"])
  }

  @Test func `an image with an odd number of lines has half a cell more`() throws {
    let picture = try #require(Image(width: 1, height: 3, pixels: [0xFF00_0001, 0xFF00_0002, 0xFF00_0003]))
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "image", "image": {"bind": "picture"}, "width": 1}, {"type": "text", "text": "below"}]"#)
    try scene.instance.setValue(of: ImageProperty(path: "picture"), to: picture)
    scene.resize(to: CellSize(width: 5, height: 4))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["▀", "▀", "below", ""])
    #expect(scene.rendered().style(x: 0, y: 1).background == Color(0xFF00_0003))
  }

  @Test func `an image is as large as its pixels, or scaled to its size`() throws {
    let pixels: [UInt32] = [0xFF00_0001, 0xFF00_0002, 0xFF00_0003, 0xFF00_0004]
    let picture = try #require(Image(width: 2, height: 2, pixels: pixels))
    let large = try image(picture, #", "width": 4, "height": 2"#, width: 5, height: 3)
    #expect(large.lines == ["▀▀▀▀", "▀▀▀▀", ""])
    func numbers(_ buffer: CellBuffer, _ y: Int) -> [UInt32] {
      (0..<4).flatMap { [buffer.style(x: $0, y: y).foreground, buffer.style(x: $0, y: y).background] }
        .map { $0.argbValue & 0xFF }
    }
    #expect(numbers(large, 0) == [1, 1, 1, 1, 2, 2, 2, 2] && numbers(large, 1) == [3, 3, 3, 3, 4, 4, 4, 4])
    let small = try image(picture, #", "width": 1, "height": 1"#, width: 5, height: 1)
    #expect(small.lines == ["▀"] && numbers(small, 0).prefix(2) == [1, 3])
    #expect(try image(picture, #", "width": 0"#, width: 5, height: 1).lines == [""])
  }

  // MARK: Looks

  @Test(arguments: [(1.0, "x", false), (0.75, "x", false), (0.74, "x", true), (0.25, "x", true), (0.24, "", false)])
  func `a component that is half opaque is dim`(opacity: Double, line: String, isDim: Bool) throws {
    let text = #"{"type": "text", "text": "x", "opacity": \#(opacity)}"#
    let buffer = try scene(text, width: 1).rendered()
    #expect(buffer.lines == [line])
    #expect(buffer.style(x: 0, y: 0).attributes == (isDim ? .dim : []))
  }

  @Test func `a component inherits colours and adds attributes`() throws {
    let stack = """
      {"type": "stack", "color": "danger", "background": "chip", "bold": true, "children": [
        {"type": "text", "text": "a"},
        {"type": "text", "text": "b", "color": "ok", "background": "match", "italic": true}]}
      """
    let buffer = try scene(stack, width: 2, height: 2).rendered()
    let (first, second) = (buffer.style(x: 0, y: 0), buffer.style(x: 0, y: 1))
    #expect(first.foreground == Color(role: .danger) && first.background == Color(role: .chip))
    #expect(second.foreground == Color(role: .ok) && second.background == Color(role: .match))
    #expect(first.attributes == .bold && second.attributes == [.bold, .italic])
    #expect(buffer.style(x: 1, y: 0).background == Color(role: .chip))
  }

  @Test(arguments: [
    ("bold", CellStyle.Attributes.bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse), ("strikethrough", .strikethrough),
  ])
  func `a component has the attributes that it names`(name: String, attributes: CellStyle.Attributes) throws {
    let buffer = try scene(#"{"type": "text", "text": "x", "\#(name)": true}"#, width: 1).rendered()
    #expect(buffer.style(x: 0, y: 0).attributes == attributes)
  }

  @Test(arguments: ["bold", "dim", "italic", "underline", "reverse", "strikethrough"])
  func `an attribute that changes after a drawing is drawn`(name: String) throws {
    let scene = try self.scene(#"{"type": "text", "text": "x", "\#(name)": {"bind": "flag"}}"#, width: 1)
    for flag in [false, true, false] {
      try scene.instance.setValue(of: BoolProperty(path: "flag"), to: flag)
      scene.advance(by: 0)
      #expect(scene.rendered().style(x: 0, y: 0).attributes.isEmpty != flag)
    }
  }

  @Test func `only the first change after a drawing is reported`() throws {
    let scene = try self.scene(#"{"type": "bar", "name": "b"}"#, width: 1)
    var changes = 0
    scene.artboard.tree.onChange = { changes += 1 }
    for count in 1...2 {
      _ = scene.rendered()
      for value in [0.25, 0.5, 0.75] { scene.element("b").set(.number(value), at: .value) }
      #expect(changes == count)
    }
  }

  @Test func `only the visible part of a scene is drawn`() throws {
    let scene = try scene(
      #"{"type": "stack", "children": [{"type": "text", "text": "abcdef"}, {"type": "bar", "value": 1}]}"#, width: 6,
      height: 2)
    var buffer = CellBuffer(CellSize(width: 3, height: 1))
    scene.draw(in: &buffer)
    #expect(buffer.lines == ["abc"])
    #expect(buffer.text == "abc" && scene.rendered().text == "abcdef\n██████")
  }
}
