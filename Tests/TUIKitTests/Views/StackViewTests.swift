import TUIKit
import Testing

@Suite @MainActor struct StackViewTests {
  func views(_ count: Int) -> [View] { (0..<count).map { _ in View() } }

  func lay(_ stack: StackView, _ width: Int, _ height: Int) -> [Rect] {
    stack.frame = Rect(x: 0, y: 0, width: width, height: height)
    stack.layoutIfNeeded()
    return stack.arrangedSubviews.map(\.frame)
  }

  @Test func `fixed, hugging, fraction and fill share the room`() {
    let stack = StackView(.horizontal, spacing: 1)
    stack.addArrangedSubview(View(), sizing: .fixed(5))
    stack.addArrangedSubview(Label("abc"))
    stack.addArrangedSubview(View(), sizing: .fraction(0.5))
    stack.addArrangedSubview(View(), sizing: .fill)
    stack.addArrangedSubview(View(), sizing: .fill(2))
    let frames = lay(stack, 44, 3)
    #expect(frames.map(\.width) == [5, 3, 20, 4, 8])
    #expect(frames.map(\.minX) == [0, 6, 10, 31, 36])
    #expect(frames.allSatisfy { $0.height == 3 })
  }

  @Test func `views without room get none, and no size is negative`() {
    let stack = StackView(.vertical, spacing: 1)
    for _ in 0..<4 { stack.addArrangedSubview(View(), sizing: .fixed(3)) }
    #expect(lay(stack, 10, 5).map(\.height) == [2, 0, 0, 0])
    #expect(lay(stack, 0, 0).allSatisfy { $0.height == 0 && $0.width == 0 })
  }

  @Test func `a hidden view takes no room and no spacing`() {
    let stack = StackView(.vertical, spacing: 1)
    let labels = ["one", "two", "three"].map { Label($0) }
    for label in labels { stack.addArrangedSubview(label) }
    #expect(stack.sizeThatFits(Size(width: 80, height: 80)) == Size(width: 5, height: 5))
    labels[1].isHidden = true
    #expect(lay(stack, 10, 10)[2].minY == 2)
    #expect(stack.sizeThatFits(Size(width: 80, height: 80)) == Size(width: 5, height: 3))
  }

  @Test func `views are arranged again when the axis or spacing changes`() {
    let stack = StackView(.vertical)
    for text in ["one", "three"] { stack.addArrangedSubview(Label(text)) }
    #expect(lay(stack, 10, 4).map(\.origin) == [Point(x: 0, y: 0), Point(x: 0, y: 1)])
    stack.axis = .horizontal
    #expect(lay(stack, 10, 4).map(\.origin) == [Point(x: 0, y: 0), Point(x: 3, y: 0)])
    stack.spacing = 2
    #expect(lay(stack, 10, 4).map(\.origin) == [Point(x: 0, y: 0), Point(x: 5, y: 0)])
  }

  @Test func `views are aligned across the axis`() {
    let stack = StackView(.vertical)
    stack.insets = Insets(top: 1, left: 2, bottom: 0, right: 2)
    stack.addArrangedSubview(Label("ab"))
    for (alignment, x, width) in [
      (StackView.Alignment.fill, 2, 8), (.leading, 2, 2), (.center, 5, 2), (.trailing, 8, 2),
    ] {
      stack.alignment = alignment
      #expect(lay(stack, 12, 5)[0] == Rect(x: x, y: 1, width: width, height: 1))
    }
  }
}
