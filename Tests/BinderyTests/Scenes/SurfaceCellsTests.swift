import Bindery
import Scenes
import TUIKit
import TUITesting
import Testing
import Time

/// How a scene is drawn into the canvas of a view.
@MainActor
@Suite struct SurfaceCellsTests {
  private func view(_ children: [String]) throws -> SceneView {
    let text = #"{"artboards": [{"name": "A", "children": [\#(children.joined(separator: ", "))]}]}"#
    return SceneView(try Scene(file: File(reading: .resource("scene.json", text: text))))
  }

  /// The cells of a window, with the view at a place in it.
  private func draw(_ children: [String], at frame: Rect, in size: Size) throws -> Surface {
    let view = try view(children)
    let window = Window(size: size, frameClock: FrameClock(scheduler: ManualScheduler()))
    window.contentView.addSubview(view)
    view.frame = frame
    let surface = Surface(size: size)
    window.draw(into: surface)
    return surface
  }

  @Test func `every role of a scene is the role of the theme with its name`() throws {
    let roles = ColorRole.allCases
    let texts = roles.map { #"{"type": "text", "text": "x", "color": "\#($0)"}"# }
    let size = Size(width: 1, height: roles.count)
    let surface = try draw(texts, at: Rect(x: 0, y: 0, width: 1, height: roles.count), in: size)
    #expect((0..<roles.count).map { surface.style(at: Point(x: 0, y: $0)).foreground } == roles)
  }

  @Test func `every attribute of a scene is an attribute of the terminal`() throws {
    let names = ["bold", "dim", "italic", "underline", "reverse", "strikethrough"]
    let attributes: [Style.Attributes] = [.bold, .dim, .italic, .underline, .reverse, .strikethrough]
    let texts = names.map { #"{"type": "text", "text": "x", "\#($0)": true}"# }
    let surface = try draw(texts, at: Rect(x: 0, y: 0, width: 1, height: 6), in: Size(width: 1, height: 6))
    #expect((0..<6).map { surface.style(at: Point(x: 0, y: $0)).attributes } == attributes)
  }

  @Test func `a view that begins left of the window shows the rest of its lines`() throws {
    let texts = [#"{"type": "text", "text": "first line"}"#, #"{"type": "text", "text": "second"}"#]
    let frame = Rect(x: -3, y: -1, width: 10, height: 3)
    #expect(try draw(texts, at: frame, in: Size(width: 5, height: 2)).line(0) == "ond")
    #expect(
      try draw(texts, at: Rect(x: 1, y: 1, width: 4, height: 1), in: Size(width: 9, height: 3)).line(1) == " firs")
  }

  @Test func `a title is in the border of its box, and a scrolled text inside`() throws {
    let box = """
      {"type": "box", "border": "plain", "title": "Ada", "width": 9, "height": 3, "children": [
        {"type": "scroll", "width": 4, "height": 1, "children": [{"type": "text", "text": "ABCDEF", "width": 6}]}]}
      """
    let frame = Rect(x: 1, y: 1, width: 9, height: 3)
    let surface = try draw([box], at: frame, in: Size(width: 12, height: 5))
    #expect((0..<5).map { surface.line($0) } == ["", " ┌ Ada ──┐", " │ABCD   │", " └───────┘", ""])
  }

  @Test func `nothing is drawn of what is outside of the window`() throws {
    let texts = [#"{"type": "text", "text": "x", "background": "chip"}"#]
    let surface = try draw(texts, at: Rect(x: 4, y: 0, width: 3, height: 1), in: Size(width: 4, height: 1))
    #expect(surface.line(0) == "" && surface.style(at: Point(x: 3, y: 0)).background != .chip)
  }

  @Test func `a colour that is more than half opaque is drawn`() throws {
    let texts = ["#7fff0000", "#80ff0000"].map { #"{"type": "text", "text": "x", "background": "\#($0)"}"# }
    let surface = try draw(texts, at: Rect(x: 0, y: 0, width: 1, height: 2), in: Size(width: 1, height: 2))
    #expect(
      (0..<2).map { Rendition(surface.style(at: Point(x: 0, y: $0))).description } == ["plain", "on #ff0000"])
  }
}
