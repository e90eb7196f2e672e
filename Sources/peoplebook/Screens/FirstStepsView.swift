import PeoplebookCore
import TUIKit

/// The keys for an empty book, under a sentence that explains it.
final class FirstStepsView: View {
  /// Whether a demonstration can be opened from here.
  var hasDemo = false {
    didSet { if hasDemo != oldValue { invalidateIntrinsicContentSize() } }
  }

  private var steps: [(key: String, words: String)] {
    let formats = PersonFormat.readable.map(\.title).joined(separator: ", ")
    return [("a", "add the first person"), ("i", "import contacts (\(formats))")]
      + (hasDemo ? [("v", "watch the demo")] : []) + [("", ""), ("?", "all keys")]
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
