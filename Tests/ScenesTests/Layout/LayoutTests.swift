import Testing

@testable import Scenes

@MainActor
@Suite struct LayoutTests {
  private func draw(_ children: String, more: String = "", width: Int = 12, height: Int = 4) throws -> [String] {
    let scene = try SceneFixtures.scene(children: children, more: more)
    scene.resize(to: CellSize(width: width, height: height))
    scene.advance(by: 0)
    return scene.rendered().lines
  }

  @Test func `a stack puts its children below or beside each other`() throws {
    #expect(try draw(#"[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]"#) == ["a", "b", "", ""])
    let row =
      #"[{"type": "stack", "direction": "horizontal", "gap": 1, "children": "#
      + #"[{"type": "text", "text": "a"}, {"type": "spacer"}, {"type": "text", "text": "b"}]}]"#
    #expect(try draw(row)[0] == "a          b")
  }

  @Test func `sizes are fixed, fill, fit or a share`() throws {
    let row = { (width: String) in
      #"[{"type": "stack", "direction": "horizontal", "children": "#
        + #"[{"type": "text", "text": "abcdef", "wrap": "none", "width": \#(width)}, {"type": "text", "text": "|"}]}]"#
    }
    #expect(try draw(row("3"))[0] == "ab…|")
    #expect(try draw(row("\"fit\""))[0] == "abcdef|")
    #expect(try draw(row("\"50%\""))[0] == "abcdef|")
    #expect(try draw(row("\"fill\""))[0] == "abcdef     |")
    #expect(try draw(row(#""fit", "maxWidth": 4"#))[0] == "abc…|")
    #expect(try draw(row(#""fit", "minWidth": 8"#))[0] == "abcdef  |")
  }

  @Test func `a box has a border, a title and padding`() throws {
    let box =
      #"[{"type": "box", "border": "rounded", "title": "T", "padding": [0, 1], "children": "#
      + #"[{"type": "text", "text": "hi"}]}]"#
    #expect(try draw(box, height: 3) == ["╭ T ───────╮", "│ hi       │", "╰──────────╯"])
  }

  @Test func `a title is aligned between the corners, and cut there`() throws {
    func top(_ title: String, _ alignment: String) throws -> String {
      let box = #"[{"type": "box", "border": "rounded", "title": "\#(title)", "titleAlignment": "\#(alignment)"}]"#
      return try draw(box, width: 8, height: 3)[0]
    }
    #expect(try top("T", "start") == "╭ T ───╮")
    #expect(try top("T", "center") == "╭─ T ──╮")
    #expect(try top("T", "end") == "╭─── T ╮")
    for alignment in ["start", "center", "end"] { #expect(try top("abcdefgh", alignment) == "╭ abcde╮") }
  }

  @Test func `text wraps, aligns and is cut`() throws {
    #expect(try draw(#"[{"type": "text", "text": "one two three four"}]"#) == ["one two", "three four", "", ""])
    #expect(try draw(#"[{"type": "text", "text": "one two three", "maxLines": 1}]"#)[0] == "one two thr…")
    #expect(
      try draw(#"[{"type": "text", "text": "abcdefghijklmnop", "wrap": "none", "truncation": "start"}]"#)[0]
        == "…fghijklmnop")
    #expect(
      try draw(#"[{"type": "text", "text": "abcdefghijklmnop", "wrap": "none", "truncation": "middle"}]"#)[0]
        == "abcdef…lmnop")
    #expect(try draw(#"[{"type": "text", "text": "ab", "textAlignment": "end"}]"#)[0] == "          ab")
    let lines = #"[{"type": "text", "text": "one two three four", "textAlignment": "end"}]"#
    #expect(try draw(lines) == ["     one two", "  three four", "", ""])
    #expect(try draw(#"[{"type": "text", "text": "日本語", "wrap": "character", "width": 4}]"#) == ["日本", "語", "", ""])
  }

  @Test func `a text of the same length that breaks elsewhere has another height`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "text", "text": {"bind": "title"}}, {"type": "text", "text": "below"}]"#)
    scene.resize(to: CellSize(width: 5, height: 4))
    let title = StringProperty(path: "title")
    for (text, lines) in [
      ("a", ["a"]), ("b", ["b"]), ("aaa bb cc", ["aaa", "bb cc"]), ("aa bbb cc", ["aa", "bbb", "cc"]), ("c", ["c"]),
    ] {
      try scene.instance.setValue(of: title, to: text)
      scene.advance(by: 0)
      #expect(scene.rendered().lines.filter { !$0.isEmpty } == lines + ["below"])
    }
  }

  @Test func `runs have styles of their own`() throws {
    let scene = try SceneFixtures.scene(
      children:
        #"[{"type": "text", "runs": [{"text": "a"}, {"text": {"bind": "title"}, "bold": true, "color": "accent"}]}]"#)
    scene.resize(to: CellSize(width: 8, height: 1))
    scene.advance(by: 0)
    let buffer = scene.rendered()
    #expect(buffer.lines == ["aHello"])
    #expect(buffer.style(x: 0, y: 0).attributes == [])
    #expect(buffer.style(x: 1, y: 0).attributes == .bold)
    #expect(buffer.style(x: 1, y: 0).foreground == Color(role: .accent))
  }

  @Test func `a run that changes is drawn with its new text`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "text", "text": "to ", "runs": [{"text": {"bind": "title"}}]}]"#)
    scene.resize(to: CellSize(width: 8, height: 1))
    for title in ["Ada", "Bob", "Grace"] {
      try scene.instance.setValue(of: StringProperty(path: "title"), to: title)
      scene.advance(by: 0)
      #expect(scene.rendered().lines == ["to \(title)"])
    }
  }

  @Test func `a grid has columns of equal width`() throws {
    let grid =
      #"[{"type": "grid", "columns": 2, "columnGap": 2, "children": [{"type": "text", "text": "a"}, "#
      + #"{"type": "text", "text": "b"}, {"type": "text", "text": "c"}]}]"#
    #expect(try draw(grid) == ["a      b", "c", "", ""])
  }

  @Test func `a bar shows its share in eighths`() throws {
    #expect(try draw(#"[{"type": "bar", "value": 0.5, "width": 5}]"#)[0] == "██▌──")
    #expect(try draw(#"[{"type": "bar", "value": 7, "width": 5}]"#)[0] == "█████")
  }

  @Test func `a rule is a line with an optional title`() throws {
    #expect(try draw(#"[{"type": "rule", "title": "x", "width": 6}]"#)[0] == "─ x ──")
    #expect(try draw(#"[{"type": "rule", "title": "abcdefgh", "width": 6}]"#)[0] == "─ abc─")
  }

  @Test func `without a window, a scene is as wide as 80 columns at most`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "text", "text": {"bind": "title"}}]"#)
    try scene.instance.setValue(
      of: StringProperty(path: "title"), to: Array(repeating: "word", count: 30).joined(separator: " "))
    scene.advance(by: 0)
    #expect(scene.rendered().lines.map(\.count) == [79, 69])
  }

  @Test func `hidden components take no room`() throws {
    let children = #"[{"type": "text", "text": "a", "visible": false}, {"type": "text", "text": "b"}]"#
    #expect(try draw(children)[0] == "b")
    let row =
      #"[{"type": "stack", "direction": "horizontal", "children": [{"type": "scroll", "width": "fit", "children": "#
      + #"[{"type": "text", "text": "a", "visible": false}]}, {"type": "text", "text": "b"}]}]"#
    #expect(try draw(row)[0] == "b")
    let hidden = #"[{"type": "text", "text": "a", "visible": false}]"#
    for direction in ["horizontal", "vertical", "overlay"] {
      let stack = #"{"type": "stack", "direction": "\#(direction)", "children": \#(hidden)}"#
      #expect(try draw(#"[\#(stack), {"type": "text", "text": "b"}]"#)[0] == "b", "\(direction)")
    }
  }

  @Test func `a scrolling component shows a part and corrects its offset`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "scroll", "height": 2, "offset": {"bind": "amount", "mode": "twoWay"}, "children": "#
        + #"[{"type": "text", "text": "a\nb\nc\nd"}]}]"#)
    scene.resize(to: CellSize(width: 3, height: 2))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["c", "d"])
    #expect(try scene.instance.value(of: NumberProperty(path: "amount")) == 2)
    scene.stateMachine.scroll(x: 0, y: 0, by: -1)
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["b", "c"])
    #expect(try scene.instance.value(of: NumberProperty(path: "amount")) == 1)
  }

  @Test func `distribution and alignment place children`() throws {
    let row = { (options: String) in
      #"[{"type": "stack", "direction": "horizontal", "height": "fill", \#(options), "children": "#
        + #"[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}]"#
    }
    #expect(try draw(row(#""distribution": "spaceBetween""#), width: 5, height: 1)[0] == "a   b")
    #expect(try draw(row(#""distribution": "end""#), width: 5, height: 1)[0] == "   ab")
    #expect(try draw(row(#""alignment": "end""#), width: 5, height: 3) == ["", "", "ab"])
  }

  @Test func `an image has two pixels in a cell`() throws {
    let image = try #require(
      Image(width: 2, height: 2, pixels: [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0x0000_0000]))
    let scene = try SceneFixtures.scene(children: #"[{"type": "image", "image": {"bind": "picture"}}]"#)
    try scene.instance.setValue(of: ImageProperty(path: "picture"), to: image)
    scene.resize(to: CellSize(width: 2, height: 1))
    scene.advance(by: 0)
    let buffer = scene.rendered()
    #expect(buffer.lines == ["▀▀"])
    #expect(buffer.style(x: 0, y: 0).foreground == Color(0xFFFF_0000))
    #expect(buffer.style(x: 0, y: 0).background == Color(0xFF00_00FF))
    #expect(buffer.style(x: 1, y: 0).background == .clear)
  }

  @Test func `an image without a picture takes no room`() throws {
    let image = #"{"type": "image", "image": {"bind": "picture"}}"#
    let row =
      #"{"type": "stack", "direction": "horizontal", "children": [\#(image), {"type": "text", "text": "|"}]}"#
    #expect(
      try draw(#"[\#(row), \#(image), {"type": "text", "text": "below"}]"#, width: 6, height: 3) == ["|", "below", ""])
  }

  @Test func `a change of the look alone needs no layout`() throws {
    let scene = try SceneFixtures.scene(children: #"[{"type": "box", "name": "b", "title": "T"}]"#)
    scene.advance(by: 0)
    let looks: [(Slot, Value)] = [
      (.opacity, .number(0.5)), (.color, .color(Color(role: .accent))), (.background, .color(Color(role: .chip))),
      (.bold, .boolean(true)), (.dim, .boolean(true)), (.italic, .boolean(true)), (.underline, .boolean(true)),
      (.reverse, .boolean(true)), (.strikethrough, .boolean(true)), (.borderColor, .color(Color(role: .ok))),
      (.title, .string("Title")), (.titleAlignment, .option(SystemEnum.textAlignment, 2)),
    ]
    for (slot, value) in looks {
      scene.element("b").set(value, at: slot)
      #expect(!scene.artboard.tree.needsLayout, "\(slot)")
    }
  }

  @Test func `a sparkline shows the last numbers of a list`() throws {
    let scene = try SceneFixtures.scene(
      children:
        #"[{"type": "sparkline", "values": {"bind": "items"}, "valueName": "amount", "maximum": 10, "width": 3}]"#)
    for amount in [1.0, 0, 5, 10] {
      let item = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
      item.setValue(of: NumberProperty(path: "amount"), to: amount)
      try scene.instance.appendInstance(item, to: ListProperty(path: "items"))
    }
    scene.resize(to: CellSize(width: 3, height: 1))
    scene.advance(by: 0)
    #expect(scene.rendered().lines == ["▁▅█"])
    scene.advance(by: 0)
    var requests = 0
    scene.stateMachine.onNeedsAdvance = { requests += 1 }
    let last = try scene.instance.value(of: ListProperty(path: "items"), at: 3)
    last.setValue(of: NumberProperty(path: "amount"), to: 0)
    #expect(requests == 1)
    #expect(scene.rendered().lines == ["▁▅▁"])
  }
}
