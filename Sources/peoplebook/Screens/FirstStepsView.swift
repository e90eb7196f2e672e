import TUIKit

/// The keys that begin a book, under the sentence that says it is empty.
final class FirstStepsView: View {
  private let steps: [(key: String, words: String)]

  /// - Parameter hasDemo: whether a demonstration can be watched from here.
  init(hasDemo: Bool) {
    steps =
      [("a", "add the first person"), ("i", "import contacts (vCard, CSV, LDIF, …)")]
      + (hasDemo ? [("v", "watch the demo")] : []) + [("", ""), ("?", "all keys")]
    super.init()
  }

  override func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: min(steps.count + 1, size.height))
  }

  override func draw(in canvas: Canvas) {
    let width = 4 + (steps.map(\.words.displayWidth).max() ?? 0)
    let start = max(0, (bounds.width - width) / 2)
    for (y, step) in steps.enumerated() {
      canvas.write(step.key, at: Point(x: start, y: y + 1), style: Style(.accent))
      canvas.write(step.words, at: Point(x: start + 4, y: y + 1), style: Style(.textDim))
    }
  }
}
