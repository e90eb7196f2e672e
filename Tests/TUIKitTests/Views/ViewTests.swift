import TUIKit
import Testing

@Suite @MainActor struct ViewTests {
  /// Fills itself with a letter and counts its drawings and layouts.
  private final class Box: View {
    let letter: Unicode.Scalar
    var drawings = 0
    var layouts = 0
    var onLayout: (Box) -> Void = { _ in }

    init(_ letter: Unicode.Scalar, _ frame: Rect = .zero) {
      self.letter = letter
      super.init(frame: frame)
    }

    override func draw(in canvas: Canvas) {
      drawings += 1
      canvas.fill(with: letter, style: Style(.text, on: background))
    }

    override func layoutSubviews() {
      layouts += 1
      onLayout(self)
    }
  }

  let screen = ControlsFixture(width: 8, height: 4)
  private let outer = Box("o", Rect(x: 1, y: 1, width: 6, height: 3))
  private let inner = Box("i", Rect(x: 2, y: 1, width: 3, height: 1))

  init() {
    screen.add(outer, outer.frame)
    outer.addSubview(inner)
  }

  @Test func `subviews are drawn in order and clipped`() {
    #expect(screen.text == "\n oooooo\n ooiiio\n oooooo")
    let top = Box("t", Rect(x: 4, y: 1, width: 9, height: 9))
    outer.addSubview(top)
    #expect(screen.text == "\n oooooo\n ooiitt\n oooott")
    outer.insertSubview(top, at: 0)
    #expect(screen.text == "\n oooooo\n ooiiit\n oooott")
    outer.insertSubview(Box("l", Rect(x: 0, y: 2, width: 5, height: 1)), at: 99)
    #expect(screen.lines[3] == " lllllt")
    top.isHidden = true
    #expect(screen.text == "\n oooooo\n ooiiio\n lllllo")
    inner.removeFromSuperview()
    #expect(screen.lines[2] == " oooooo" && inner.superview == nil && outer.subviews.count == 2)
    screen.add(inner, Rect(x: 0, y: 0, width: 2, height: 1))
    #expect(screen.lines[0] == "ii" && inner.superview === screen.root.view)
  }

  @Test func `a moved view is drawn at its new place only`() {
    _ = screen.lines
    inner.frame.origin = Point(x: 0, y: 0)
    #expect(screen.text == "\n iiiooo\n oooooo\n oooooo")
    inner.frame.size.height = 2
    #expect(screen.text == "\n iiiooo\n iiiooo\n oooooo")
  }

  @Test func `only a marked part is drawn again`() {
    _ = screen.lines
    let other = Box("x", Rect(x: 0, y: 0, width: 1, height: 1))
    screen.add(other, other.frame)
    _ = screen.lines
    let before = (outer.drawings, inner.drawings, other.drawings)
    outer.setNeedsDisplay(Rect(x: 0, y: 2, width: 1, height: 1))
    _ = screen.lines
    #expect((outer.drawings, inner.drawings, other.drawings) == (before.0 + 1, before.1, before.2))
    inner.setNeedsDisplay(Rect(x: 5, y: 0, width: 1, height: 1))
    _ = screen.lines
    #expect(inner.drawings == before.1)
    outer.isHidden = true
    _ = screen.lines
    inner.setNeedsDisplay()
    _ = screen.lines
    #expect((outer.drawings, inner.drawings) == (before.0 + 1, before.1))
  }

  @Test func `points are converted from and to the window`() {
    #expect(inner.convertToWindow(Point(x: 1, y: 5)) == Point(x: 4, y: 7))
    #expect(inner.convertFromWindow(Point(x: 4, y: 7)) == Point(x: 1, y: 5))
    #expect(inner.bounds == Rect(x: 0, y: 0, width: 3, height: 1))
  }

  @Test func `a point hits the topmost visible view`() {
    let top = Box("t", Rect(x: 2, y: 0, width: 2, height: 2))
    outer.addSubview(top)
    #expect(outer.hitTest(Point(x: 3, y: 1)) === top)
    #expect(outer.hitTest(Point(x: 4, y: 1)) === inner)
    #expect(outer.hitTest(Point(x: 5, y: 1)) === outer)
    #expect(outer.hitTest(Point(x: 6, y: 1)) == nil && outer.hitTest(Point(x: 0, y: -1)) == nil)
    top.isHidden = true
    #expect(outer.hitTest(Point(x: 3, y: 1)) === inner)
  }

  @Test func `a view is inside of itself and its superviews`() {
    #expect(inner.isDescendant(of: inner) && inner.isDescendant(of: outer) && !outer.isDescendant(of: inner))
    #expect(inner.next === outer && outer.next === screen.root.view)
    #expect(screen.root.view.next === screen.root && screen.root.next === screen.window.contentView)
  }

  @Test func `the background is the nearest one up the tree`() {
    #expect(inner.background == .surface)
    screen.root.view.backgroundRole = .surfaceRaised
    #expect(inner.background == .surfaceRaised)
    outer.backgroundRole = .selection
    #expect(inner.background == .selection && screen.style(3, 2).background == .selection)
    outer.backgroundRole = nil
    #expect(screen.style(3, 2).background == .surfaceRaised && screen.style(0, 0).background == .surfaceRaised)
  }

  @Test func `many requests make one layout`() {
    _ = screen.lines
    let before = (outer.layouts, inner.layouts)
    outer.setNeedsLayout()
    outer.setNeedsLayout()
    _ = screen.lines
    _ = screen.lines
    #expect((outer.layouts, inner.layouts) == (before.0 + 1, before.1))
    outer.frame.origin.x += 1
    _ = screen.lines
    #expect((outer.layouts, inner.layouts) == (before.0 + 1, before.1))
    outer.onLayout = { $0.subviews.first?.frame = Rect(size: $0.bounds.size) }
    outer.frame.size.width -= 2
    #expect(screen.lines[1] == "  iiii")
    #expect((outer.layouts, inner.layouts) == (before.0 + 2, before.1 + 1))
    inner.invalidateIntrinsicContentSize()
    _ = screen.lines
    #expect((outer.layouts, inner.layouts) == (before.0 + 3, before.1 + 1))
    inner.isHidden = true
    _ = screen.lines
    #expect(outer.layouts == before.0 + 4)
    inner.removeFromSuperview()
    _ = screen.lines
    #expect(outer.layouts == before.0 + 5)
  }

  @Test func `a new view is laid out when that is requested`() {
    let view = Box("x", Rect(x: 0, y: 0, width: 2, height: 1))
    view.layoutIfNeeded()
    view.layoutIfNeeded()
    #expect(view.layouts == 1)
  }

  @Test func `mutual layout requests do not block`() {
    outer.onLayout = { box in box.subviews.first?.setNeedsLayout() }
    inner.onLayout = { box in box.superview?.setNeedsLayout() }
    outer.setNeedsLayout()
    screen.scheduler.advance(by: .milliseconds(1))
    #expect((1...20).contains(outer.layouts))
    inner.onLayout = { _ in }
    screen.scheduler.run()
    #expect(screen.scheduler.isIdle)
  }

  @Test func `an impossible focus is refused`() {
    #expect(!inner.becomeFirstResponder() && !inner.resignFirstResponder())
    let field = TextField()
    #expect(!field.becomeFirstResponder())
    screen.add(field, Rect(x: 0, y: 0, width: 2, height: 1))
    #expect(field.becomeFirstResponder() && field.isFirstResponder)
    #expect(field.resignFirstResponder() && screen.window.firstResponder == nil && !field.resignFirstResponder())
    screen.root.view.isHidden = true
    #expect(!field.becomeFirstResponder())
  }
}
