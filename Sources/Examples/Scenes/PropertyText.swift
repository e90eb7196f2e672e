import Reactive
import Scenes

/// A property of an instance as text that can be edited; `nil` for types without text, such as lists.
@MainActor
final class PropertyText {
  /// The text of the property; what is written here is written to the property, as far as it is valid.
  let value: CurrentValue<String, Never>
  private let read: () -> String?
  private let set: (String) -> Void
  /// The text that a typed text is equal to, as a value: `3.0` for `3.`.
  private let normalized: (String) -> String?
  private let changes: (@escaping () -> Void) -> AnyCancellable

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
    switch type {
    case .string: (read, set, normalized, changes) = parts(StringProperty(path: path), { $0 }, { $0 })
    case .number: (read, set, normalized, changes) = parts(NumberProperty(path: path), { "\($0)" }, { Double($0) })
    case .boolean: (read, set, normalized, changes) = parts(BoolProperty(path: path), { "\($0)" }, { Bool($0) })
    case .color: (read, set, normalized, changes) = parts(ColorProperty(path: path), { "\($0)" }, { Color($0) })
    case .enum: (read, set, normalized, changes) = parts(EnumProperty(path: path), { $0 }, { $0 })
    default: return nil
    }
    value = CurrentValue(read() ?? "")
  }

  isolated deinit {}

  /// Writes a text to the property; returns whether the text is a value of its type.
  func write(_ text: String) -> Bool {
    set(text)
    value.value = read() ?? ""
    return normalized(text) == value.value
  }

  /// Keeps text and property equal until the token ends.
  func observe() -> AnyCancellable {
    let token = AnyCancellable()
    let edits = value.dropFirst().sink { [set] in set($0) }
    let events = changes { [value, read, normalized] in
      guard let text = read(), normalized(value.value) != text else { return }
      value.value = text
    }
    token.onCancel {
      edits.cancel()
      events.cancel()
    }
    return token
  }
}
