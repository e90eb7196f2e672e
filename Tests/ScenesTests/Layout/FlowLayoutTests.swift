import Testing

@testable import Scenes

/// Where a stack, a box, a grid and a scrolling component put their children.
@MainActor
@Suite struct FlowLayoutTests {
  private func draw(_ component: String, width: Int, height: Int) throws -> [String] {
    let scene = try SceneFixtures.scene(children: "[\(component)]")
    scene.resize(to: CellSize(width: width, height: height))
    scene.advance(by: 0)
    return scene.rendered().lines
  }

  private func text(_ text: String, _ more: String = "") -> String {
    #"{"type": "text", "text": "\#(text)", "wrap": "none"\#(more)}"#
  }

  private func stack(_ options: String, _ children: String...) -> String {
    #"{"type": "stack", \#(options), "children": [\#(children.joined(separator: ", "))]}"#
  }

  @Test(arguments: [
    ("start", ["a", "b", "", "", ""]), ("center", ["", "a", "b", "", ""]), ("end", ["", "", "", "a", "b"]),
    ("spaceBetween", ["a", "", "", "", "b"]),
  ])
  func `lines are distributed in a column`(distribution: String, lines: [String]) throws {
    let column = stack(#""height": "fill", "distribution": "\#(distribution)""#, text("a"), text("b"))
    #expect(try draw(column, width: 3, height: 5) == lines)
  }

  @Test(arguments: [
    ("start", 0, "abc"), ("center", 0, "   abc"), ("end", 0, "      abc"), ("spaceBetween", 0, "a   b   c"),
    ("start", 2, "a  b  c"), ("center", 2, " a  b  c"), ("end", 2, "  a  b  c"), ("spaceBetween", 2, "a   b   c"),
  ])
  func `columns are distributed in a row, with gaps`(distribution: String, gap: Int, line: String) throws {
    let row = stack(
      #""direction": "horizontal", "gap": \#(gap), "distribution": "\#(distribution)""#, text("a"), text("b"), text("c")
    )
    #expect(try draw(row, width: 9, height: 1) == [line])
  }

  @Test func `a single child is at the start where others have space between`() throws {
    let row = stack(#""direction": "horizontal", "distribution": "spaceBetween""#, text("a"))
    #expect(try draw(row, width: 5, height: 1) == ["a"])
  }

  @Test(arguments: [
    ("start", ["a", "bcd"]), ("center", ["   a", "  bcd"]), ("end", ["      a", "    bcd"]), ("stretch", ["a", "bcd"]),
  ])
  func `children are aligned across a column`(alignment: String, lines: [String]) throws {
    let column = stack(#""alignment": "\#(alignment)""#, text("a"), text("bcd"))
    #expect(try draw(column, width: 7, height: 2) == lines)
  }

  @Test(arguments: [
    ("start", ["ab", " b", "", ""]), ("center", ["", "ab", " b", ""]), ("end", ["", "", " b", "ab"]),
  ])
  func `children are aligned across a row`(alignment: String, lines: [String]) throws {
    let row = stack(
      #""direction": "horizontal", "height": "fill", "alignment": "\#(alignment)""#, text("a"), text(#"b\nb"#))
    #expect(try draw(row, width: 3, height: 4) == lines)
  }

  @Test(arguments: [("start", ["abc", "", ""]), ("center", ["", " abc", ""]), ("end", ["", "", "  abc"])])
  func `children are above each other in an overlay`(alignment: String, lines: [String]) throws {
    let overlay = stack(
      #""direction": "overlay", "height": "fill", "alignment": "\#(alignment)""#, text("xyz"), text("abc"))
    #expect(try draw(overlay, width: 5, height: 3) == lines)
  }

  @Test func `an overlay is as large as its largest child in each direction`() throws {
    let overlay = stack(#""direction": "overlay", "gap": 3"#, text("abcd"), text(#"x\ny"#))
    let row = stack(#""direction": "horizontal", "alignment": "start""#, overlay, text("|"))
    #expect(try draw(stack(#""gap": 0"#, row, text("below")), width: 8, height: 4) == ["xbcd|", "y", "below", ""])
  }

  @Test func `children that fill share the rest, the last ones more`() throws {
    let fill = #", "width": "fill""#
    let row = stack(#""direction": "horizontal""#, text("a", fill), text("b", fill), text("c", fill), text("|"))
    #expect(try draw(row, width: 11, height: 1) == ["a  b  c   |"])
    let gaps = stack(#""direction": "horizontal", "gap": 1"#, text("ab"), text("c", fill), text("d", fill))
    #expect(try draw(gaps, width: 10, height: 1) == ["ab c   d"])
    let column = stack(#""height": "fill""#, text("a", #", "height": "fill""#), text("b"))
    #expect(try draw(column, width: 2, height: 4) == ["a", "", "", "b"])
  }

  @Test func `a percentage is one of the whole room, whatever is before`() throws {
    let half = #", "width": "50%""#
    let row = stack(#""direction": "horizontal""#, text("a", #", "width": 2"#), text("b", half), text("|"))
    #expect(try draw(row, width: 10, height: 1) == ["a b    |"])
    let column = stack(#""height": "fill""#, text("a"), text("b", #", "height": "50%""#), text("c"))
    #expect(try draw(column, width: 2, height: 6) == ["a", "b", "", "", "c", ""])
    #expect(try draw(text("abcdef", #", "width": "34%""#), width: 10, height: 1) == ["ab…"])
  }

  @Test func `a spacer takes the rest, or its size`() throws {
    let spacer = #"{"type": "spacer"}"#
    let row = stack(#""direction": "horizontal""#, text("a"), spacer, text("b"), spacer, text("c"))
    #expect(try draw(row, width: 10, height: 1) == ["a   b    c"])
    let fixed = stack(#""direction": "horizontal""#, text("a"), #"{"type": "spacer", "width": 2}"#, text("b"))
    #expect(try draw(fixed, width: 10, height: 1) == ["a  b"])
    let column = stack(#""height": "fill""#, text("a"), spacer, text("b"))
    #expect(try draw(column, width: 2, height: 4) == ["a", "", "", "b"])
  }

  @Test func `a spacer takes the rest, whatever its greatest width`() throws {
    let spacer = #"{"type": "spacer", "maxWidth": 2, "background": "chip"}"#
    let row = stack(#""direction": "horizontal""#, text("a"), spacer, text("b"))
    let scene = try SceneFixtures.scene(children: "[\(row)]")
    scene.resize(to: CellSize(width: 6, height: 1))
    scene.advance(by: 0)
    let buffer = scene.rendered()
    #expect(buffer.lines == ["a    b"])
    #expect((0..<6).filter { buffer.style(x: $0, y: 0).background == Color(role: .chip) } == [1, 2, 3, 4])
  }

  @Test func `children that have no room are cut`() throws {
    let row = stack(#""direction": "horizontal""#, text("abcdef"), text("ghij"), text("k"))
    #expect(try draw(row, width: 8, height: 1) == ["abcdefg…"])
    #expect(try draw(row, width: 6, height: 1) == ["abcdef"])
    let column = stack(#""height": 2"#, text("a"), text("b"), text("c"))
    #expect(try draw(column, width: 2, height: 2) == ["a", "b"])
  }

  @Test func `a child that fills a row without room takes no column`() throws {
    let row = stack(#""direction": "horizontal""#, text("abcd"), text("x", #", "width": "fill""#), text("|"))
    #expect(try draw(row, width: 5, height: 1) == ["abcd|"])
  }

  @Test func `a text of empty lines takes no column`() throws {
    let row = stack(#""direction": "horizontal""#, text(#"\n"#), text("|"))
    #expect(try draw(row, width: 3, height: 2) == ["|", ""])
  }

  @Test func `a box is as large as its children, its padding and its border`() throws {
    let box = """
      {"type": "box", "border": "plain", "padding": [0, 1, 1, 2], "gap": 1, "children": [\(text("ab")), \(text("c"))]}
      """
    let row = stack(#""direction": "horizontal", "alignment": "start""#, box, text("|"))
    #expect(
      try draw(stack(#""gap": 0"#, row, text("below")), width: 9, height: 8) == [
        "┌─────┐|", "│  ab │", "│     │", "│  c  │", "│     │", "└─────┘", "below", "",
      ])
    let inner = """
      {"type": "box", "border": "plain", "direction": "horizontal", "gap": 1, "children": [\(text("ab")), \(text("c"))]}
      """
    #expect(
      try draw(stack(#""direction": "horizontal""#, inner, text("|")), width: 9, height: 3) == [
        "┌────┐|", "│ab c│", "└────┘",
      ])
  }

  @Test(arguments: [
    ("plain", "┌──┐"), ("rounded", "╭──╮"), ("heavy", "┏━━┓"), ("double", "╔══╗"), ("dashed", "┌╌╌┐"), ("none", ""),
  ])
  func `a border has the characters of its kind`(border: String, line: String) throws {
    #expect(try draw(#"{"type": "box", "border": "\#(border)", "height": 2}"#, width: 4, height: 2)[0] == line)
  }

  @Test func `a box without room for both sides has no border`() throws {
    let box = { (more: String) in #"{"type": "box", "border": "plain", "title": "T", \#(more)}"# }
    #expect(try draw(box(#""height": 1"#), width: 4, height: 1) == [""])
    #expect(try draw(box(#""width": 1, "height": 3"#), width: 4, height: 3) == ["", "", ""])
    #expect(try draw(box(#""width": 2, "height": 2"#), width: 4, height: 2) == ["┌┐", "└┘"])
    #expect(try draw(box(#""width": 4, "height": 2"#), width: 4, height: 2) == ["┌──┐", "└──┘"])
    #expect(try draw(box(#""width": 5, "height": 2"#), width: 5, height: 2) == ["┌ T ┐", "└───┘"])
  }

  @Test func `a grid has gaps between columns and lines of uneven height`() throws {
    let children = [text("a"), text(#"b\nb"#), text("c"), text("d"), text("e")].joined(separator: ", ")
    let grid = #"{"type": "grid", "columns": 3, "columnGap": 1, "rowGap": 1, "children": [\#(children)]}"#
    #expect(
      try draw(stack(#""gap": 0"#, grid, text("below")), width: 11, height: 6) == [
        "a   b   c", "    b", "", "d   e", "below", "",
      ])
    let padded = #"{"type": "grid", "columns": 2, "padding": [1, 0, 1, 2], "children": [\#(text("a")), \#(text("b"))]}"#
    #expect(try draw(stack(#""gap": 0"#, padded, text("below")), width: 9, height: 4) == ["", "  a   b", "", "below"])
    let fixed = #"{"type": "grid", "columns": 2, "children": [\#(text("abc", #", "width": 2"#)), \#(text("d"))]}"#
    #expect(try draw(fixed, width: 9, height: 1) == ["a…   d"])
  }

  @Test func `hidden children leave no gap`() throws {
    let hidden = text("x", #", "visible": false"#)
    let row = stack(#""direction": "horizontal", "gap": 2"#, text("a"), hidden, text("b"))
    #expect(try draw(row, width: 6, height: 1) == ["a  b"])
    let grid =
      #"{"type": "grid", "columns": 2, "columnGap": 0, "children": [\#(hidden), \#(text("a")), \#(text("b"))]}"#
    #expect(try draw(grid, width: 4, height: 1) == ["a b"])
  }

  @Test func `a size has limits in both directions`() throws {
    let column = { (limits: String) in
      stack(#""gap": 0"#, text(#"a\nb\nc"#, ", \(limits)"), text("|"))
    }
    #expect(try draw(column(#""maxHeight": 2"#), width: 2, height: 5) == ["a", "b", "|", "", ""])
    #expect(try draw(column(#""minHeight": 4"#), width: 2, height: 5) == ["a", "b", "c", "", "|"])
    #expect(try draw(column(#""height": 3, "maxHeight": 1"#), width: 2, height: 5) == ["a", "|", "", "", ""])
    let row = stack(#""direction": "horizontal""#, text("a", #", "width": "fill", "maxWidth": 3"#), text("|"))
    #expect(try draw(row, width: 9, height: 1) == ["a  |"])
  }

  @Test func `a component may be moved from its place`() throws {
    let column = stack(#""gap": 0"#, text("a", #", "x": 2, "y": 1"#), text("b"))
    #expect(try draw(column, width: 4, height: 3) == ["", "b a", ""])
    #expect(try draw(text("abc", #", "x": -1"#), width: 4, height: 1) == ["bc"])
  }

  @Test func `a row scrolls to the side, as far as its end`() throws {
    let scroll = { (offset: Int) in
      #"{"type": "scroll", "direction": "horizontal", "width": 4, "offset": \#(offset), "#
        + #""children": [\#(text("abcdefg"))]}"#
    }
    let row = { (offset: Int) in stack(#""direction": "horizontal""#, text(">"), scroll(offset), text("|")) }
    #expect(try draw(row(0), width: 9, height: 1) == [">abcd|"])
    #expect(try draw(row(2), width: 9, height: 1) == [">cdef|"])
    #expect(try draw(row(3), width: 9, height: 1) == [">defg|"])
    #expect(try draw(row(9), width: 9, height: 1) == [">defg|"])
  }

  @Test func `a scrolling component is as large as its content, if there is room`() throws {
    let scroll = #"{"type": "scroll", "children": [\#(text(#"abc\nd"#))]}"#
    let row = stack(#""direction": "horizontal", "alignment": "start""#, scroll, text("|"))
    #expect(try draw(stack(#""gap": 0"#, row, text("below")), width: 5, height: 4) == ["abc|", "d", "below", ""])
    #expect(try draw(stack(#""gap": 0"#, scroll, text("x")), width: 5, height: 2) == ["abc", "d"])
  }
}
