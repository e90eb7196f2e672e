/// One value of a person that a change has added, removed, or replaced.
public struct FieldChange: Hashable, Sendable {
  /// The field's name: `phone`.
  public let field: String
  /// The value before the change; empty when it was added.
  public let before: String
  /// The value after the change; empty when it was removed.
  public let after: String

  /// The change as one line of text.
  ///
  /// Examples are `phone: +44 1632 → +44 1865`, `tag: + friend` and `note: − First programmer`.
  public var text: String { "\(field): \(values())" }

  /// The values without the field: `+44 1632 → +44 1865`, `+ friend`, `− First programmer`.
  ///
  /// - Parameter isShort: Whether they are cut to fit into a message.
  func values(isShort: Bool = false) -> String {
    let (before, after) = isShort ? (before.shortened, after.shortened) : (before, after)
    if before.isEmpty { return "+ \(after)" }
    return after.isEmpty ? "− \(before)" : "\(before) → \(after)"
  }
}

extension Person {
  /// The differences of `other`, value by value, in the order of the fields.
  ///
  /// - Complexity: O(values of both people).
  public func changes(to other: Person) -> [FieldChange] {
    let fields = FieldCatalogue.current.fields.filter(\.isInHistory)
    return fields.flatMap { field in
      Self.changes(field.name, field.kind.values(of: self), field.kind.values(of: other))
    } + Self.changes("id", [LabeledValue(value: id)], [LabeledValue(value: other.id)])
  }

  private static func text(_ value: LabeledValue) -> String {
    let text = distinctText(ofLine: value.value) ?? value.value
    return value.label.isEmpty ? text : "\(text) (\(value.label))"
  }

  /// The values that are only in one of the lists; two at the same place are one that was replaced.
  private static func changes(
    _ field: String, _ before: [LabeledValue], _ after: [LabeledValue]
  ) -> [FieldChange] {
    guard before != after else { return [] }
    let (before, after) = (before.map(text), after.map(text))
    let removed = before.filter { !$0.isEmpty && !after.contains($0) }
    let added = after.filter { !$0.isEmpty && !before.contains($0) }
    if removed.isEmpty, added.isEmpty { return [FieldChange(field: field, before: "order", after: "changed order")] }
    return (0..<max(removed.count, added.count)).map { index in
      FieldChange(
        field: field, before: index < removed.count ? removed[index] : "",
        after: index < added.count ? added[index] : "")
    }
  }
}
