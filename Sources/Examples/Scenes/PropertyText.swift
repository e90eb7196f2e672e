import Reactive
import Scenes

/// A property of an instance as text that can be edited; `nil` for types without text, such as lists.
@MainActor
final class PropertyText {
  /// The text of the property; what is written here is written to the property, as far as it is valid.
  let value: CurrentValue<String, Never>
  /// What is wrong with the text; empty for a value of the property.
  let problem = CurrentValue<String, Never>("")
  /// The names that lead to the property.
  let path: String
  /// The text that was typed last, unless the scene has changed the property since; `nil` for none.
  private(set) var typed: String?
  private let tokens = AnyCancellable()

  init?(_ path: String, of instance: ViewModelInstance, in file: File) {
    var model = instance.viewModelName()
    var type: DataType?
    for name in path.split(separator: "/") {
      guard let property = try? file.getProperties(of: model).first(where: { $0.name == name }) else { return nil }
      type = property.type
      model = property.metaData
    }
    func parts<P: ObservableProperty>(
      _ property: P, _ text: @escaping (P.Value) -> String, _ parse: @escaping (String) -> P.Value?
    ) -> (
      () -> String?, (String) -> Void, (String) -> String?, (@escaping () -> Void) -> AnyCancellable
    ) {
      (
        { (try? instance.value(of: property)).map(text) },
        { if let value = parse($0) { instance.setValue(of: property, to: value) } },
        { parse($0).map(text) },
        { changed in instance.publisher(of: property).sink(receiveCompletion: { _ in }) { _ in changed() } }
      )
    }
    let (read, set, normalized, changes):
      (
        () -> String?, (String) -> Void, (String) -> String?, (@escaping () -> Void) -> AnyCancellable
      )
    switch type {
    case .string: (read, set, normalized, changes) = parts(StringProperty(path: path), { $0 }, { $0 })
    case .number: (read, set, normalized, changes) = parts(NumberProperty(path: path), Self.text, { Double($0) })
    case .boolean: (read, set, normalized, changes) = parts(BoolProperty(path: path), { "\($0)" }, { Bool($0) })
    case .color: (read, set, normalized, changes) = parts(ColorProperty(path: path), { "\($0)" }, { Color($0) })
    case .enum: (read, set, normalized, changes) = parts(EnumProperty(path: path), { $0 }, { $0 })
    default: return nil
    }
    let value = CurrentValue<String, Never>(read() ?? "")
    self.value = value
    self.path = path
    let edits = value.dropFirst().sink { [unowned self] text in
      set(text)
      let isValue = normalized(text) == read()
      problem.value = isValue ? "" : "“\(text)” is not a value of “\(path)”."
      typed = text
    }
    let events = changes { [unowned self] in
      guard let text = read(), normalized(value.value) != text else { return }
      value.value = text
      typed = nil
    }
    tokens.onCancel {
      edits.cancel()
      events.cancel()
    }
  }

  isolated deinit {}

  /// A number without decimals where it is whole: `40`, `0.5`.
  private static func text(of number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
