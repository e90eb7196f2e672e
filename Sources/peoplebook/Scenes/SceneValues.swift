import Bindery
import Reactive
import Scenes

/// The values that the program offers to a scene.
///
/// A file need not declare all of them: a value that it does not declare is not bound.
@MainActor
final class SceneValues {
  let file: File
  private let instance: ViewModelInstance
  private let types: [String: DataType]
  /// The types of the offered values, by view model and name.
  private var offers: [String: [String: DataType]] = [:]

  init(_ instance: ViewModelInstance, of file: File) {
    self.file = file
    self.instance = instance
    let properties = (try? file.getProperties(of: instance.viewModelName())) ?? []
    types = Dictionary(properties.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
  }

  isolated deinit {}

  /// A sentence on how the declarations in the file differ from the offered values; empty if they agree.
  var problem: String {
    let problems = offers.sorted { $0.key < $1.key }.compactMap { file.mismatch(of: $0.key, with: $0.value) }
    return problems.first ?? ""
  }

  /// Offers values of the items of lists, which are set when there are items.
  func offer(_ types: [String: DataType], of model: String) {
    offers[model, default: [:]].merge(types) { $1 }
  }

  /// Offers a value; returns whether the file declares it.
  private func declares(_ name: String, _ type: DataType) -> Bool {
    offer([name: type], of: instance.viewModelName())
    return types[name] == type
  }

  /// Makes a text follow a publisher.
  func bind(_ name: String, to publisher: some Publisher<String, Never>) {
    if declares(name, .string) { instance[StringProperty(path: name)] *= publisher }
  }

  /// Makes a number follow a publisher.
  func bind(_ name: String, to publisher: some Publisher<Double, Never>) {
    if declares(name, .number) { instance[NumberProperty(path: name)] *= publisher }
  }

  /// Makes a truth value follow a publisher.
  func bind(_ name: String, to publisher: some Publisher<Bool, Never>) {
    if declares(name, .boolean) { instance[BoolProperty(path: name)] *= publisher }
  }

  /// Makes a list follow an array, change by change.
  ///
  /// - Returns: Whether the file declares the list.
  @discardableResult
  func bind(_ name: String, to items: some ObservableArray<ViewModelInstance>) -> Bool {
    guard declares(name, .list) else { return false }
    instance[ListProperty(path: name)] *= items
    return true
  }

  /// The setters of a new item for a list; `nil` when the file does not declare its view model.
  func makeItem(_ model: String) -> SceneItem? {
    guard let item = try? file.createViewModelInstance(from: .blank(from: .name(model))) else { return nil }
    return SceneItem(item, of: file)
  }
}

/// An item of a list, with values that a file need not declare.
@MainActor
struct SceneItem {
  let instance: ViewModelInstance
  private let types: [String: DataType]

  init(_ instance: ViewModelInstance, of file: File) {
    self.instance = instance
    let properties = (try? file.getProperties(of: instance.viewModelName())) ?? []
    types = Dictionary(properties.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets a text.
  func set(_ name: String, to value: String) {
    if types[name] == .string { instance.setValue(of: StringProperty(path: name), to: value) }
  }

  /// Sets a truth value.
  func set(_ name: String, to value: Bool) {
    if types[name] == .boolean { instance.setValue(of: BoolProperty(path: name), to: value) }
  }

  /// Sets a colour.
  func set(_ name: String, to value: Color) {
    if types[name] == .color { instance.setValue(of: ColorProperty(path: name), to: value) }
  }

  /// Fires a trigger.
  func fire(_ name: String) {
    if types[name] == .trigger { instance.fire(trigger: TriggerProperty(path: name)) }
  }
}
