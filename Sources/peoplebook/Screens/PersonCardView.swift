import Bindery
import PeoplebookCore
import TUIKit

/// The card of a person: each value can be selected, copied and opened while the card has the focus.
///
/// A card that is longer than its frame scrolls.
final class PersonCardView: ScrollView {
  /// Selects the person after the shown one, or before it for a negative step.
  var onStep: ((Int) -> Void)?
  /// Returns to the list.
  var onLeave: () -> Void = {}
  /// Reports what has been done with a value.
  var onMessage: (String) -> Void = { _ in }
  /// Whether a line at the left divides the card from the list.
  var hasBorder = false

  private let content = PersonCardContent()

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    contentView.addSubview(content)
  }

  var card: PersonCard? {
    didSet {
      guard card != oldValue else { return }
      // Another person's card begins at its top; a change of the same person leaves the user where they are.
      if card?.name != oldValue?.name {
        contentOffset = 0
        // The first line of the values, below the position.
        content.selection = card?.position.isEmpty == false && card?.lines.isEmpty == false ? 1 : 0
      }
      content.card = card
      setNeedsLayout()
    }
  }

  override func layoutSubviews() {
    contentHeight = content.layout(forWidth: bounds.width).lines.count
    super.layoutSubviews()
    content.frame = contentView.bounds
  }

  override func draw(in canvas: Canvas) {
    canvas.fill(style: Style())
    guard hasBorder else { return }
    canvas.fill(Rect(x: 0, y: 0, width: 1, height: bounds.height), with: "│", style: Style(.border))
  }

  // MARK: The selected value

  override var canBecomeFirstResponder: Bool { card != nil }

  override func firstResponderDidChange() {
    content.showsSelection = isFirstResponder
  }

  /// The selected value; `nil` on a card without values.
  private var selected: PersonCard.Line? {
    let items = content.layout(forWidth: bounds.width).items
    return items.isEmpty ? nil : items[min(content.selection, items.count - 1)].line
  }

  private func moveSelection(by step: Int) {
    let items = content.layout(forWidth: bounds.width).items
    guard !items.isEmpty else { return }
    let last = items.count - 1
    content.selection = min(max(min(content.selection, last) + step, 0), last)
    let rows = items[content.selection].rows
    // The name is visible together with the first values.
    let top = content.selection < 2 ? 0 : rows.lowerBound
    scrollRectToVisible(Rect(x: 0, y: top, width: 1, height: rows.upperBound - top))
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left else { return super.mouseEvent(event) }
    let y = convertFromWindow(event.location).y + contentOffset
    guard let item = content.layout(forWidth: bounds.width).items.firstIndex(where: { $0.rows.contains(y) }) else {
      return false
    }
    content.selection = item
    becomeFirstResponder()
    return true
  }

  // MARK: Commands

  override var keyCommandsTitle: String { "The card" }

  override var keyCommands: [KeyCommand] {
    guard isFirstResponder else { return [] }
    func move(_ keys: KeyEvent..., title: String, by step: Int) -> KeyCommand {
      KeyCommand(keys: keys, title: title, role: .movement, isHint: false) { [weak self] in
        self?.moveSelection(by: step)
      }
    }
    return [
      move(KeyEvent(.down), KeyEvent(.character("j")), title: "next value", by: 1),
      move(KeyEvent(.up), KeyEvent(.character("k")), title: "previous value", by: -1),
      move(KeyEvent(.home), title: "first value", by: -100_000),
      move(KeyEvent(.end), title: "last value", by: 100_000),
      KeyCommand(
        KeyEvent(.character("y")), title: "copy", detail: "Copy the value", keywords: ["yank", "clipboard"],
        isEnabled: { [weak self] in self?.selected != nil }
      ) { [weak self] in self?.copySelected() },
      KeyCommand(
        KeyEvent(.character("o")), title: openTitle, detail: "Open the value in another program",
        keywords: ["mail", "call", "dial", "map", "browse"],
        isEnabled: { [weak self] in self?.selected?.link != nil }
      ) { [weak self] in self?.openSelected() },
      KeyCommand(
        KeyEvent(.character("n")), KeyEvent(.right), title: "next", detail: "Show the next person",
        isEnabled: { [weak self] in self?.onStep != nil }
      ) { [weak self] in self?.onStep?(1) },
      KeyCommand(
        KeyEvent(.character("p")), KeyEvent(.left), title: "previous", detail: "Show the previous person",
        isEnabled: { [weak self] in self?.onStep != nil }
      ) { [weak self] in self?.onStep?(-1) },
      KeyCommand(KeyEvent(.escape), title: "list", detail: "Go back to the list") { [weak self] in self?.onLeave() },
    ]
  }

  /// The word for what a program does with the selected value.
  private var openTitle: String {
    switch selected?.link?.split(separator: ":").first {
    case "mailto": "mail"
    case "tel": "call"
    case "geo": "map"
    default: "open"
    }
  }

  private func copySelected() {
    guard let selected, let window else { return }
    window.pasteboard.string = selected.value
    onMessage("Copied \(selected.value.excerpt)")
  }

  private func openSelected() {
    guard let link = selected?.link else { return }
    onMessage(Desktop.open(link) ? "Opening \(link.excerpt)" : "There is no program to open links here: y copies")
  }
}

extension PersonCardView {
  /// Sets the card.
  var cardBinding: Binding<PersonCardView, PersonCard?> {
    Binding(self, "card") { $0.card = $1 }
  }
}
