import TUIKit
import Testing

@Suite @MainActor struct `Controls of one line` {
  @Test func `are one line high, and never larger than the offered size`() {
    let views = [
      Button("Save"), Checkbox("On"), TextField("text"), TitleBar("Title"), Spinner(), StatusDot(),
      Sparkline([1, 2, 3, 4]),
      HintBar(), ProgressBar(), SegmentedControl(["Day", "Week"]), TableViewCell(),
    ]
    for view in views {
      #expect(view.sizeThatFits(Size(width: 40, height: 5)).height == 1, "\(view)")
      let small = view.sizeThatFits(Size(width: 1, height: 0))
      #expect(small.width <= 1 && small.height == 0, "\(view)")
    }
  }

  @Test func `have no cursor without a column`() {
    for view in [TextField("text"), TextView("text"), SegmentedControl(["Day"]), Picker()] as [View] {
      view.frame = Rect(x: 0, y: 0, width: 0, height: 1)
      #expect(view.cursorPosition == nil, "\(view)")
    }
    for view in [Button("Save"), Checkbox("On")] as [View] { #expect(view.cursorPosition == .zero, "\(view)") }
  }
}
