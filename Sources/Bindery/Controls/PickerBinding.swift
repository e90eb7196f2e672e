import Reactive
import TUIKit

/// Something that can be chosen in a picker and knows what it is called there.
@MainActor
public protocol PickerElement {
  var pickerTitle: String { get }
}

/// What one component of a picker is told.
@MainActor
public struct PickerAnswers {
  /// A person has chosen another row.
  public var didSelectRow: ((Int) -> Void)?

  public init() {}
}

/// One component of a picker, whatever its items are.
@MainActor
public protocol PickerComponent {
  /// Begins to follow the items of the component.
  func makeComponent() -> BoundPickerComponent
}

/// What can be chosen in a picker, or in one of its components, and what is.
///
///     picker *= PickerBinding.items(Gender.allCases) { $0.name }.value(viewModel.gender)
///     datePicker *= [PickerBinding.items(days) { "\($0)" }.value(viewModel.day), PickerBinding.items(months).value(viewModel.month)]
public struct PickerBinding<Element>: ComposableDelegate, PickerComponent {
  public var answers = PickerAnswers()

  private let changes: AnyPublisher<CollectionChange<AnyItems<Element>>, Never>
  private let title: (Element) -> String
  private var choices: [PickerChoice<Element>] = []

  private init(
    _ changes: AnyPublisher<CollectionChange<AnyItems<Element>>, Never>, title: @escaping (Element) -> String
  ) {
    self.changes = changes
    self.title = title
  }

  public func makeComponent() -> BoundPickerComponent {
    BoundPickerItems(changes, title: title, choices: choices, answers: answers)
  }

  // MARK: Items

  /// Items that follow `changes`.
  public static func items<Items: RandomAccessCollection<Element>>(
    _ changes: some Publisher<CollectionChange<Items>, Never>, title: @escaping (Element) -> String
  ) -> Self where Items.Index == Int {
    Self(changes.map { $0.mapItems { AnyItems($0) } }.eraseToAnyPublisher(), title: title)
  }

  /// Items that follow `array`.
  public static func items(_ array: some ObservableArray<Element>, title: @escaping (Element) -> String) -> Self {
    items(array.changesetPublisher, title: title)
  }

  /// Items that stay.
  public static func items(_ array: [Element], title: @escaping (Element) -> String) -> Self {
    items(Just(.initial(array)), title: title)
  }

  /// Items that follow `changes` and know what they are called.
  public static func items<Items: RandomAccessCollection<Element>>(
    _ changes: some Publisher<CollectionChange<Items>, Never>
  ) -> Self where Items.Index == Int, Element: PickerElement {
    items(changes) { $0.pickerTitle }
  }

  /// Items that follow `array` and know what they are called.
  public static func items(_ array: some ObservableArray<Element>) -> Self where Element: PickerElement {
    items(array) { $0.pickerTitle }
  }

  /// Items that stay and know what they are called.
  public static func items(_ array: [Element]) -> Self where Element: PickerElement {
    items(array) { $0.pickerTitle }
  }

  // MARK: What is chosen

  /// Both ways: the first row whose item equals the value is chosen, also when it comes later, and choosing a row sets the
  /// value. A value for which there is no row leaves the picker where it is.
  public func value(_ value: CurrentValue<Element, Never>) -> Self where Element: Equatable {
    self.value(value) { $0 == $1 }
  }

  /// The same for elements that are compared by `isEqual`.
  public func value(
    _ value: CurrentValue<Element, Never>, isEqual: @escaping (Element, Element) -> Bool
  ) -> Self {
    adding(
      PickerChoice(
        row: { items in items.firstIndex { isEqual($0, value.value) } },
        choose: { _, element in if !isEqual(value.value, element) { value.value = element } },
        observe: { body in value.sink { _ in body() } }))
  }

  /// The same for a value that may be missing.
  public func value(_ value: CurrentValue<Element?, Never>) -> Self where Element: Equatable {
    adding(
      PickerChoice(
        row: { items in items.firstIndex { $0 == value.value } },
        choose: { _, element in if value.value != element { value.value = element } },
        observe: { body in value.sink { _ in body() } }))
  }

  /// Both ways: the number of the chosen row. A number that there is not waits until there is.
  public func row(_ row: CurrentValue<Int, Never>) -> Self {
    adding(
      PickerChoice(
        row: { items in items.indices.contains(row.value) ? row.value : nil },
        choose: { index, _ in if row.value != index { row.value = index } },
        observe: { body in row.sink { _ in body() } }))
  }

  /// A person has chosen another row. Links before this one are told too.
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

/// Where the chosen row comes from, and where it goes.
struct PickerChoice<Element> {
  /// The row to be chosen among these items; `nil` when there is none.
  let row: (AnyItems<Element>) -> Int?
  /// A person has chosen.
  let choose: (Int, Element) -> Void
  /// Calls back now, and whenever ``row`` may have another answer.
  let observe: (@escaping () -> Void) -> AnyCancellable
}

/// The picker's one component.
@MainActor
public func *= (picker: Picker, component: some PickerComponent) {
  picker *= [component]
}

/// The picker's components, from the left.
@MainActor
public func *= (picker: Picker, components: [any PickerComponent]) {
  let title = "\(type(of: picker)).\(BoundPicker.attachmentKey)"
  let group = BindingGroup.running(for: title)
  let bound = BoundPicker(components.map { $0.makeComponent() }) { [weak group] in group?.report($0, in: title) }
  picker.attachments[BoundPicker.attachmentKey] = bound
  group.addElsewhere(bound)
  bound.attach(to: picker)
}
