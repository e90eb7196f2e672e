import Bindery
import PeoplebookCore
import Reactive
import Scenes
import TUIKit

/// The card of a person, drawn by a scene: each value can be selected, copied and opened while the card has the focus.
///
/// A card that is longer than its frame scrolls. What is wrong with a scene file of the user is shown above the card.
final class PersonCardView: ScrollView {
  /// Selects the person after the shown one, or before it for a negative step.
  var onStep: ((Int) -> Void)?
  /// Returns to the list.
  var onLeave: () -> Void = {}
  /// Shows the person with this name or id.
  var onPerson: (String) -> Void = { _ in }
  /// Reports what has been done with a value.
  var onMessage: (String) -> Void = { _ in }
  /// Called when the card has received or lost the focus.
  var onFocusChange: () -> Void = {}
  /// Whether a line at the left divides the card from the list.
  var hasBorder = false

  private let scenes: SceneLibrary
  private let values = PersonCardValues()
  private var host: SceneHost?
  private let problem = Label("", role: .danger, numberOfLines: 0)
  private var problemToken: AnyCancellable?
  /// The selected value and its index; `nil` before the user has moved the selection.
  private var selection: (index: Int, line: PersonCard.Line)?
  private var knownPlaces: [Place]?
  /// Keeps keys back that the user has typed for values of a scene that is not read yet.
  private var hold: InputHold?

  /// A value, and its rows in the content.
  private typealias Place = (item: PersonCardValues.Item, rows: Range<Int>)

  /// - Parameter scenes: The library with the scene of the card.
  init(scenes: SceneLibrary = SceneLibrary()) {
    self.scenes = scenes
    super.init()
    contentView.addSubview(problem)
  }

  isolated deinit {}

  var card: PersonCard? {
    didSet {
      guard card != oldValue else { return }
      if card != nil { loadScene() }
      // Another person's card begins at its top; a change of the same person leaves the user where they are.
      if card?.name != oldValue?.name {
        contentOffset = 0
        selection = nil
      }
      values.card.value = card
      knownPlaces = nil
      host?.view.isHidden = card == nil
      setNeedsLayout()
    }
  }

  /// Loads the scene with the first card.
  private func loadScene() {
    guard host == nil else { return }
    let host = SceneHost(scenes.source(of: .card)) { [values] in values.bind($0) }
    self.host = host
    host.onScene = { [weak self] in self?.holdInputUntilScene() }
    holdInputUntilScene()
    host.view.onAdvance = { [weak self] in self?.sceneDidAdvance() }
    contentView.addSubview(host.view)
    problemToken = host.problem.sink { [weak self] in
      self?.problem.text = $0
      self?.setNeedsLayout()
    }
  }

  // MARK: Layout

  /// The columns of the scene; the last one is the scroll mark's.
  private var columns: Range<Int> {
    let start = hasBorder ? 1 : 0
    return start..<max(start, bounds.width - 1)
  }

  private var sceneHeight: Int {
    host?.view.sizeThatFits(Size(width: columns.count, height: 1_000_000)).height ?? 0
  }

  private var problemHeight: Int {
    problem.text.isEmpty ? 0 : problem.sizeThatFits(Size(width: max(1, columns.count - 2), height: 99)).height
  }

  override func layoutSubviews() {
    knownPlaces = nil
    contentHeight = card == nil ? 0 : problemHeight + sceneHeight
    super.layoutSubviews()
    let (top, start) = (problemHeight, columns.lowerBound)
    problem.frame = Rect(x: start + 1, y: 0, width: max(0, columns.count - 2), height: top)
    let height = max(0, max(contentHeight, bounds.height) - top)
    host?.view.frame = Rect(x: start, y: top, width: columns.count, height: height)
    updateSelection()
  }

  private func sceneDidAdvance() {
    knownPlaces = nil
    if card != nil, contentHeight != problemHeight + sceneHeight { setNeedsLayout() }
  }

  override func draw(in canvas: Canvas) {
    canvas.fill(style: Style())
    guard hasBorder else { return }
    canvas.fill(Rect(x: 0, y: 0, width: 1, height: bounds.height), with: "│", style: Style(.border))
  }

  // MARK: The selected value

  override var canBecomeFirstResponder: Bool { card != nil }

  override func firstResponderDidChange() {
    updateSelection()
    holdInputUntilScene()
    onFocusChange()
  }

  /// Keeps keys back while the card has the focus and no scene, which is read away from the main actor.
  private func holdInputUntilScene() {
    hold = isFirstResponder && host != nil && host?.view.scene == nil ? window?.holdInput() : nil
  }

  /// The values that the scene shows, from the top on.
  private var places: [Place] {
    if let knownPlaces { return knownPlaces }
    guard let view = host?.view, card != nil else { return [] }
    let frames = view.instanceFrames
    let places = values.items.compactMap { item -> Place? in
      guard let frame = frames[item.instance], !frame.isEmpty else { return nil }
      return (item, view.frame.minY + frame.minY..<view.frame.minY + frame.maxY)
    }
    .sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    knownPlaces = places
    return places
  }

  /// The index of the selected value, or of one with its label when it has left the card; at first, and when there is
  /// none, that of the first value below the position and the tags.
  private func selectedIndex(in places: [Place]) -> Int {
    // Of several, the one at the same index.
    func index(where isSelected: (PersonCard.Line) -> Bool) -> Int? {
      let indices = places.indices.filter { isSelected(places[$0].item.line) }
      return indices.first { $0 == selection?.index } ?? indices.first
    }
    return index { $0 == selection?.line } ?? index { $0.label == selection?.line.label }
      ?? places.firstIndex { $0.item.isDetail } ?? 0
  }

  /// The selected value; `nil` on a card without values.
  private var selectedItem: PersonCardValues.Item? {
    let places = places
    return places.isEmpty ? nil : places[selectedIndex(in: places)].item
  }

  private var selected: PersonCard.Line? { selectedItem?.line }

  private func updateSelection() {
    let places = places
    values.select(isFirstResponder && !places.isEmpty ? places[selectedIndex(in: places)].item : nil)
    host?.view.setNeedsDisplay()
  }

  private func select(_ index: Int) {
    selection = (index, places[index].item.line)
    updateSelection()
  }

  private func moveSelection(by step: Int) {
    let places = places
    guard !places.isEmpty else { return }
    let present = selectedIndex(in: places)
    if isCut(places[present].rows, towards: step) {
      scroll(by: step)
      return
    }
    let index = min(max(present + step, 0), places.count - 1)
    // The end of the last value stays in sight.
    guard index != present || step != 1 else { return }
    select(index)
    let rows = places[index].rows
    // The name is visible together with the first values.
    let top = index < 2 ? 0 : rows.lowerBound
    scrollRectToVisible(Rect(x: 0, y: top, width: 1, height: rows.upperBound - top))
    if step > 1 { contentOffset = max(contentOffset, rows.upperBound - bounds.height) }
  }

  /// Whether a value goes on beyond the edge that a step leads to.
  private func isCut(_ rows: Range<Int>, towards step: Int) -> Bool {
    let bottom = contentOffset + bounds.height
    return switch step {
    case 1: rows.lowerBound < bottom && rows.upperBound > bottom
    case -1: rows.lowerBound < contentOffset && rows.upperBound > contentOffset
    default: false
    }
  }

  /// Passes a key that the screen does not use to the listeners of the scene.
  override func keyPressed(_ event: KeyEvent) -> Bool {
    if super.keyPressed(event) { return true }
    guard let window, !window.availableKeyCommands.contains(where: { $0.matches(event) }) else { return false }
    return host?.view.keyPressed(event) == true
  }

  override func pasted(_ text: String) -> Bool { host?.view.pasted(text) == true }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard event.action == .press, event.button == .left else { return super.mouseEvent(event) }
    let y = convertFromWindow(event.location).y + contentOffset
    guard let index = places.firstIndex(where: { $0.rows.contains(y) }) else { return false }
    select(index)
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
        actsOnSelection: true,
        isEnabled: { [weak self] in self?.selected != nil }
      ) { [weak self] in self?.copySelected() },
      KeyCommand(
        KeyEvent(.character("o")), title: openTitle,
        detail: "Open the value in another program, or the card of a related person",
        keywords: ["mail", "call", "dial", "map", "browse", "related"], actsOnSelection: true,
        isEnabled: { [weak self] in self?.selected?.link != nil || self?.selected?.person != nil }
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
    if selected?.person != nil { return "go to" }
    return switch selected?.link?.split(separator: ":").first {
    case "mailto": "mail"
    case "tel": "call"
    case "geo": "map"
    default: "open"
    }
  }

  private func copySelected() {
    guard let text = selectedItem?.copy, let window else { return }
    window.pasteboard.string = text
    onMessage("Copied \(text.excerpt)")
  }

  private func openSelected() {
    if let person = selected?.person { return onPerson(person) }
    guard let link = selected?.link else { return }
    let failure = "No program on this computer opens links: press y to copy"
    onMessage(Desktop.open(link) ? "Opening \(link.excerpt)" : failure)
  }
}

extension PersonCardView {
  /// Sets the card.
  var cardBinding: Binding<PersonCardView, PersonCard?> {
    Binding(self, "card") { $0.card = $1 }
  }
}
