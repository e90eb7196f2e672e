import Reactive
import TUIKit

/// The data source and delegate of a bound picker.
///
/// The picker's attachments keep it alive; the group can end it.
@MainActor
final class BoundPicker {
  static let attachmentKey = "components"

  private let components: [BoundPickerComponent]
  private weak var picker: Picker?
  private let onFailure: (any Error) -> Void

  init(_ components: [BoundPickerComponent], onFailure: @escaping (any Error) -> Void) {
    self.components = components
    self.onFailure = onFailure
  }

  isolated deinit {
    end()
  }

  func attach(to picker: Picker) {
    self.picker = picker
    picker.dataSource = self
    picker.delegate = self
    for (index, component) in components.enumerated() { component.start(picker, index, onFailure) }
  }

  private func end() {
    for component in components { component.stop() }
    guard let picker else { return }
    self.picker = nil
    if picker.delegate === self { picker.delegate = nil }
    if picker.dataSource === self { picker.dataSource = nil }
    // A weak reference to an object that is being released is `nil` already, without a reload.
    if picker.dataSource == nil { picker.reloadAllComponents() }
  }
}

extension BoundPicker: @MainActor Cancellable {
  func cancel() {
    let picker = picker
    end()
    // The last statement: only the attachments keep this object alive.
    picker?.attachments[Self.attachmentKey] = nil
  }
}

extension BoundPicker: PickerDataSource, PickerDelegate {
  func numberOfComponents(in picker: Picker) -> Int { components.count }
  func picker(_ picker: Picker, numberOfRowsInComponent component: Int) -> Int { components[component].count }

  func picker(_ picker: Picker, titleForRow row: Int, forComponent component: Int) -> StyledText {
    components[component].title(ofRow: row)
  }

  func picker(
    _ picker: Picker, viewForRow row: Int, forComponent component: Int, reusing view: PickerRowView?
  ) -> PickerRowView? {
    components[component].view(ofRow: row, reusing: view)
  }

  func picker(_ picker: Picker, didSelectRow row: Int, inComponent component: Int) {
    components[component].didSelectRow(row)
  }
}

/// One component of a bound picker; ``PickerBinding`` makes it.
@MainActor
public class BoundPickerComponent {
  init() {}

  isolated deinit {}

  var count: Int { 0 }
  func title(ofRow row: Int) -> StyledText { "" }
  func view(ofRow row: Int, reusing view: PickerRowView?) -> PickerRowView? { nil }
  func start(_ picker: Picker, _ component: Int, _ onFailure: @escaping (any Error) -> Void) {}
  func stop() {}
  func didSelectRow(_ row: Int) {}
}

/// A component with its items.
final class BoundPickerItems<Element>: BoundPickerComponent {
  private let changes: AnyPublisher<CollectionChange<AnyItems<Element>>, Never>
  private let content: PickerContent<Element>
  private let choices: [PickerChoice<Element>]
  private let answers: PickerAnswers
  private var items = AnyItems<Element>([])
  private var tokens: [AnyCancellable] = []
  private weak var picker: Picker?

  init(
    _ changes: AnyPublisher<CollectionChange<AnyItems<Element>>, Never>, content: PickerContent<Element>,
    choices: [PickerChoice<Element>], answers: PickerAnswers
  ) {
    self.changes = changes
    self.content = content
    self.choices = choices
    self.answers = answers
  }

  isolated deinit {}

  override func start(_ picker: Picker, _ component: Int, _ onFailure: @escaping (any Error) -> Void) {
    self.picker = picker
    tokens = [
      changes.sink { [weak self] change in
        switch change {
        case .initial(let items), .update(let items, _): self?.show(items, component)
        case .failure(let error): onFailure(error)
        }
      }
    ]
    tokens += choices.map { choice in choice.observe { [weak self] in self?.select(choice, component) } }
  }

  override func stop() {
    tokens = []
  }

  private func show(_ items: AnyItems<Element>, _ component: Int) {
    self.items = items
    picker?.reloadComponent(component)
    for choice in choices { select(choice, component) }
  }

  private func select(_ choice: PickerChoice<Element>, _ component: Int) {
    if let row = choice.row(items) { picker?.selectRow(row, inComponent: component) }
  }

  override var count: Int { items.count }

  override func title(ofRow row: Int) -> StyledText {
    if case .title(let title) = content { title(items[row]) } else { "" }
  }

  override func view(ofRow row: Int, reusing view: PickerRowView?) -> PickerRowView? {
    if case .view(let makeView) = content { makeView(items[row], view) } else { nil }
  }

  override func didSelectRow(_ row: Int) {
    for choice in choices { choice.choose(row, items[row]) }
    answers.didSelectRow?(row)
  }
}
