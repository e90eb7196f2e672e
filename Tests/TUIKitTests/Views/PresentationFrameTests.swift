import Testing

@testable import TUIKit

@Suite @MainActor struct PresentationFrameTests {
  let screen = ControlsFixture(width: 50, height: 20)
  let sheet = ViewController()

  init() {
    screen.clock.isMotionEnabled = false
    sheet.preferredContentSize = Size(width: 20, height: 5)
  }

  private var panel: Rect {
    _ = screen.lines
    return sheet.view.superview?.frame ?? .zero
  }

  @Test func `a sheet is in the middle, a third from the top`() {
    screen.root.present(sheet)
    #expect(
      panel == Rect(x: 12, y: 4, width: 26, height: 7) && sheet.view.frame == Rect(x: 3, y: 1, width: 20, height: 5))
    sheet.preferredContentSize = Size(width: 90, height: 90)
    screen.window.send(.resize(Size(width: 40, height: 10)))
    #expect(
      panel == Rect(x: 2, y: 0, width: 36, height: 8) && sheet.view.frame == Rect(x: 3, y: 1, width: 30, height: 6))
    screen.window.send(.resize(Size(width: 39, height: 10)))
    #expect(
      panel == Rect(x: 0, y: 0, width: 39, height: 10) && sheet.view.frame == Rect(x: 1, y: 0, width: 37, height: 10))
    screen.window.send(.resize(Size(width: 40, height: 9)))
    #expect(panel == Rect(x: 0, y: 0, width: 40, height: 9))
  }

  @Test func `a sheet is as large as its view`() {
    let other = ViewController()
    other.view = Label("some words")
    screen.root.present(other)
    _ = screen.lines
    #expect(other.view.frame == Rect(x: 3, y: 1, width: 10, height: 1))
    other.dismiss()
    screen.root.present(sheet, style: .fullScreen)
    _ = screen.lines
    #expect(sheet.view.frame == Rect(x: 0, y: 0, width: 50, height: 20) && screen.root.view.isHidden)
    sheet.dismiss()
    #expect(!screen.root.view.isHidden)
  }

  @Test func `a popover follows a smaller window`() {
    screen.root.present(sheet, style: .popover(Rect(x: 4, y: 18, width: 3, height: 1)))
    #expect(panel.origin == Point(x: 4, y: 11))
    screen.window.send(.resize(Size(width: 50, height: 10)))
    #expect(panel == Rect(x: 4, y: 3, width: 22, height: 7))
  }

  @Test(arguments: [
    (Rect(x: 4, y: 2, width: 3, height: 1), Point(x: 4, y: 3)),
    (Rect(x: 4, y: 12, width: 3, height: 1), Point(x: 4, y: 13)),
    (Rect(x: 4, y: 13, width: 3, height: 1), Point(x: 4, y: 6)),
    (Rect(x: 40, y: 2, width: 3, height: 1), Point(x: 28, y: 3)),
    (Rect(x: 28, y: 2, width: 3, height: 2), Point(x: 28, y: 4)),
    (Rect(x: -4, y: 6, width: 3, height: 10), Point(x: 0, y: 13)),
  ]) func `a popover is beside its source, inside the window`(source: Rect, origin: Point) {
    screen.root.present(sheet, style: .popover(source))
    #expect(
      panel == Rect(origin: origin, size: Size(width: 22, height: 7))
        && sheet.view.frame == Rect(x: 1, y: 1, width: 20, height: 5))
    let corners = [
      (0, 0, "┌"), (21, 0, "┐"), (0, 6, "└"), (21, 6, "┘"), (1, 0, "─"), (0, 1, "│"), (21, 5, "│"), (20, 6, "─"),
    ]
    for (x, y, text) in corners {
      #expect(screen.surface.text(at: Point(x: origin.x + x, y: origin.y + y)) == text)
    }
    #expect(
      screen.style(origin.x, origin.y) == Style(.border, on: .surfaceRaised)
        && screen.style(origin.x + 1, origin.y + 1).background == .surfaceRaised)
  }

  @Test func `a popover leaves the hint bar at the bottom uncovered`() {
    let bar = HintBar()
    screen.add(bar, Rect(x: 0, y: 19, width: 50, height: 1))
    screen.root.present(sheet, style: .popover(Rect(x: 4, y: 12, width: 3, height: 1)))
    #expect(panel == Rect(x: 4, y: 5, width: 22, height: 7))
    sheet.dismiss()
    screen.window.send(.resize(Size(width: 40, height: 10)))
    bar.frame = Rect(x: 0, y: 9, width: 40, height: 1)
    screen.root.present(sheet, style: .popover(Rect(x: 4, y: 4, width: 3, height: 1)))
    #expect(panel == Rect(x: 4, y: 2, width: 22, height: 7))
  }

  @Test func `a click beside a popover dismisses it`() {
    screen.root.present(sheet, style: .popover(Rect(x: 4, y: 2, width: 3, height: 1)))
    var dismissals = 0
    sheet.onDismiss = { dismissals += 1 }
    _ = panel
    screen.click(4, 3)
    screen.click(25, 9)
    #expect(screen.window.topViewController === sheet)
    screen.window.send(.mouse(MouseEvent(.drag, at: Point(x: 40, y: 9))))
    #expect(screen.window.topViewController === sheet)
    screen.click(26, 9)
    #expect(screen.window.topViewController === screen.root && dismissals == 1)
    screen.root.present(sheet, style: .fullScreen)
    screen.click(0, 0)
    #expect(screen.window.topViewController === sheet)
  }

  @Test func `a sheet dims what is beneath, but no picture`() {
    let pixel = Pixel(red: 255, green: 0, blue: 0)
    let image = ImageView(Bitmap(width: 1, height: 2, pixels: [pixel, pixel]))
    screen.add(image, Rect(x: 0, y: 0, width: 1, height: 1))
    screen.add(Label("x", role: .danger), Rect(x: 2, y: 0, width: 1, height: 1))
    screen.root.present(sheet)
    #expect(screen.style(0, 0) == Style(pixel: pixel, behind: pixel) && screen.style(2, 0) == Style(.textDim))
    sheet.dismiss()
    screen.root.present(sheet, style: .popover(Rect(x: 4, y: 2, width: 3, height: 1)))
    #expect(screen.style(2, 0) == Style(.danger))
  }

  @Test func `a sheet leaves only visible hint bars undimmed`() {
    let bars = [HintBar(), HintBar()]
    for (y, bar) in bars.enumerated() { screen.add(bar, Rect(x: 0, y: y, width: 10, height: 1)) }
    for y in 0..<3 { screen.add(Label("x", role: .danger), Rect(x: 2, y: y, width: 1, height: 1)) }
    bars[1].isHidden = true
    let own = HintBar()
    own.frame = Rect(x: 0, y: 0, width: 20, height: 1)
    sheet.view.addSubview(own)
    screen.root.present(sheet)
    #expect((0..<3).map { screen.style(2, $0).foreground } == [.danger, .textDim, .textDim])
    #expect(screen.style(15, 5).background == .surfaceRaised)
    screen.click(5, 1)
    #expect(screen.window.topViewController === sheet)
  }

  @Test func `a fading sheet blends towards its background`() {
    screen.clock.isMotionEnabled = true
    screen.add(Label("x", role: .danger), Rect(x: 2, y: 0, width: 1, height: 1))
    screen.root.present(sheet)
    screen.scheduler.advance(by: .milliseconds(1))
    let steps = [Point(x: 13, y: 5), Point(x: 2, y: 0)].map { screen.surface.style(at: $0).mix }
    #expect(steps[0].role == .surfaceRaised && (1...11).contains(steps[0].step) && steps[1].step == 0)
    screen.scheduler.run()
    #expect(screen.style(13, 5).mix.step == 0)
  }

  @Test func `a dismissal ends what is above`() {
    let (second, third) = (ViewController(), ViewController())
    screen.root.present(sheet)
    #expect(screen.root.present(second) && second.presentingViewController === sheet)
    second.present(third)
    var isDone = false
    sheet.dismiss { isDone = true }
    #expect(isDone && screen.window.topViewController === sheet)
    screen.root.dismiss()
    #expect(
      screen.window.topViewController === screen.root
        && [sheet, second, third].allSatisfy { $0.appearance == .disappeared })
    screen.root.dismiss()
    #expect(screen.window.topViewController === screen.root)
    let (low, high) = (ViewController(), ViewController())
    screen.root.present(low, style: .fullScreen)
    low.present(high, style: .fullScreen)
    #expect(low.appearance == .disappeared && screen.window.presentations.map(\.container.isHidden) == [true, false])
    high.dismiss()
    #expect(
      low.appearance == .appeared && screen.window.presentations.map(\.container.isHidden) == [false]
        && screen.root.appearance == .disappeared)
  }

  // MARK: Toasts

  @Test func `a toast has at most three lines of sixty columns`() {
    let wide = ControlsFixture(width: 100, height: 12)
    Toast.show(String(repeating: "word ", count: 60), in: wide.window)
    wide.scheduler.advance(by: .seconds(1))
    let lines = wide.lines.enumerated().filter { !$0.element.isEmpty }
    #expect(lines.map(\.offset) == [6, 7, 8] && lines.allSatisfy { $0.element.withoutOuterBlanks.count == 59 })
    #expect((0..<100).filter { wide.surface.style(at: Point(x: $0, y: 6)).background == .selection } == Array(18..<81))
    Toast.show("", in: wide.window)
    #expect(wide.text.isEmpty)
  }

  @Test func `a toast fades in, stays and fades out`() {
    screen.clock.isMotionEnabled = true
    Toast.show("Hello", in: screen.window, for: .seconds(1))
    func step() -> Int { screen.surface.style(at: Point(x: 22, y: 16)).mix.step }
    screen.scheduler.advance(by: .milliseconds(1))
    let first = step()
    #expect(first > 0 && first <= 11)
    screen.scheduler.advance(by: .milliseconds(150))
    #expect(step() == 0 && screen.surface.line(16).withoutOuterBlanks == "Hello")
    screen.scheduler.advance(by: .milliseconds(920))
    #expect(step() > 0)
    screen.scheduler.run()
    #expect(screen.text.isEmpty && screen.window.contentView.subviews.count == 1)
  }

  // MARK: Stacks

  @Test func `a stack measures its views with its margins`() {
    let stack = StackView(.horizontal, spacing: 2)
    stack.insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    for text in ["abc", "de"] { stack.addArrangedSubview(Label(text)) }
    stack.addArrangedSubview(Label("two\nlines", numberOfLines: 0), at: 1)
    #expect(stack.arrangedSubviews.map { ($0 as? Label)?.text } == ["abc", "two\nlines", "de"])
    #expect(stack.sizeThatFits(Size(width: 99, height: 99)) == Size(width: 20, height: 6))
    #expect(stack.sizeThatFits(Size(width: 9, height: 5)) == Size(width: 9, height: 4))
    stack.axis = .vertical
    #expect(stack.sizeThatFits(Size(width: 99, height: 99)) == Size(width: 11, height: 12))
    #expect(StackView().sizeThatFits(Size(width: 9, height: 9)) == .zero)
  }

  @Test func `shares are rounded`() {
    let stack = StackView(.vertical)
    for sizing in [StackView.Sizing.fraction(0.25), .fill(3), .fill, .fill(-2), .fixed(-1), .fraction(2)] {
      stack.addArrangedSubview(View(), sizing: sizing)
    }
    #expect(stack.sizing(of: stack.subviews[1]) == .fill(3) && stack.sizing(of: View()) == .hugging)
    func heights(_ height: Int) -> [Int] {
      stack.frame = Rect(x: 0, y: 0, width: 5, height: height)
      stack.layoutIfNeeded()
      return stack.subviews.map(\.frame.height)
    }
    #expect(heights(10) == [3, 0, 0, 0, 0, 7])
    stack.subviews[5].removeFromSuperview()
    #expect(heights(11) == [3, 6, 2, 0, 0] && heights(2) == [1, 0, 1, 0, 0] && heights(0) == [0, 0, 0, 0, 0])
  }
}
