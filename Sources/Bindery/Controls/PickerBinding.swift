import Reactive
import TUIKit

/// The questions that a component of a picker asks.
@MainActor
public struct PickerAnswers {
  /// Called when the user has chosen another row.
  public var didSelectRow: ((Int) -> Void)?

  /// No answers.
  public init() {}
}

/// One component of a picker, of any type of items.
@MainActor
public protocol PickerComponent {
  /// Makes the component, which follows its items from then on.
  func makeComponent() -> BoundPickerComponent
}

/// The items of a picker, or of one of its components, and the chosen one.
///
///     picker *= PickerBinding.items(Gender.allCases) { $0.name }.value(viewModel.gender)
///     datePicker *= [
///       PickerBinding.items(days) { "\($0)" }.value(viewModel.day),
///       PickerBinding.items(months).value(viewModel.month),
///     ]
public struct PickerBinding<Element>: ComposableDelegate, PickerComponent {
  /// The answers of the links.
  public var answers = PickerAnswers()

  private let changes: AnyPublisher<CollectionChange<AnyItems<Element>>, Never>
  private let content: PickerContent<Element>
  private var choices: [PickerChoice<Element>] = []

  init<Items: RandomAccessCollection<Element>>(
    _ changes: some Publisher<CollectionChange<Items>, Never>, _ content: PickerContent<Element>
  ) where Items.Index == Int {
    self.changes = changes.map { $0.mapItems { AnyItems($0) } }.eraseToAnyPublisher()
    self.content = content
  }

  /// Makes the component, which follows its items from then on.
  public func makeComponent() -> BoundPickerComponent {
    BoundPickerItems(changes, content: content, choices: choices, answers: answers)
  }

  // MARK: The chosen item

  /// Binds the chosen item both ways.
  ///
  /// The first row with an item equal to the value is chosen, also when the row is inserted later; a value without a
  /// row leaves the picker as it is.
  ///
  /// - Complexity: A change of the value is O(*n*), where *n* is the number of items.
  public func value(_ value: CurrentValue<Element, Never>) -> Self where Element: Equatable {
    self.value(value) { $0 == $1 }
  }

  /// Binds the chosen item both ways; `isEqual` compares items.
  ///
  /// - Complexity: A change of the value is O(*n*), where *n* is the number of items.
  public func value(
    _ value: CurrentValue<Element, Never>, isEqual: @escaping (Element, Element) -> Bool
  ) -> Self {
    adding(
      PickerChoice(
        row: { items in items.firstIndex { isEqual($0, value.value) } },
        choose: { _, element in if !isEqual(value.value, element) { value.value = element } },
        observe: { body in value.sink { _ in body() } }))
  }

  /// Binds the chosen item both ways, where the value may be `nil`.
  ///
  /// - Complexity: A change of the value is O(*n*), where *n* is the number of items.
  public func value(_ value: CurrentValue<Element?, Never>) -> Self where Element: Equatable {
    adding(
      PickerChoice(
        row: { items in items.firstIndex { $0 == value.value } },
        choose: { _, element in if value.value != element { value.value = element } },
        observe: { body in value.sink { _ in body() } }))
  }

  /// Binds the number of the chosen row both ways.
  ///
  /// A row that does not exist yet is chosen as soon as it exists.
  public func row(_ row: CurrentValue<Int, Never>) -> Self {
    adding(
      PickerChoice(
        row: { items in items.indices.contains(row.value) ? row.value : nil },
        choose: { index, _ in if row.value != index { row.value = index } },
        observe: { body in row.sink { _ in body() } }))
  }

  /// Calls `action` when the user has chosen another row.
  ///
  /// Earlier links are called too.
  public func didSelectRow(_ action: @escaping (Int) -> Void) -> Self {
    answering(\.didSelectRow) { next in
      { row in
        action(row)
        next?(row)
      }
    }
  }

  private func adding(_ choice: PickerChoice<Element>) -> Self {
    var longer = self
    longer.choices.append(choice)
    return longer
  }
}

/// A value that is bound to the chosen row.
struct PickerChoice<Element> {
  /// The row of the value among the items; `nil` when there is none.
  let row: (AnyItems<Element>) -> Int?
  /// Sends the row that the user has chosen.
  let choose: (Int, Element) -> Void
  /// Calls back at once, and whenever ``row`` may return another row.
  let observe: (@escaping () -> Void) -> AnyCancellable
}

/// What the rows of a component show.
enum PickerContent<Element> {
  case title(@MainActor (Element) -> StyledText)
  case view(@MainActor (Element, _ reused: PickerRowView?) -> PickerRowView)
}

/// Binds the single component of the picker.
///
/// A former binding of the picker ends.
@MainActor
public func *= (picker: Picker, component: some PickerComponent) {
  picker *= [component]
}

/// Binds the components of the picker, from the left.
///
/// A former binding of the picker ends.
///
/// - Complexity: O(*n*), where *n* is the number of rows in all components.
@MainActor
public func *= (picker: Picker, components: [any PickerComponent]) {
  let title = "\(type(of: picker)).\(BoundPicker.attachmentKey)"
  let group = BindingGroup.running(for: title)
  let bound = BoundPicker(components.map { $0.makeComponent() }) { [weak group] in group?.report($0, in: title) }
  bound.attach(to: picker)
  picker.attachments[BoundPicker.attachmentKey] = bound
  group.addAttachment(bound)
}
