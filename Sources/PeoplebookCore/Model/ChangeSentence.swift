import Persistence

/// A change of a person in words, without the author: `changed Alan Turing’s phone: +44 1632 → +44 1865`.
///
/// The screen, `log` and `watch` have the same words.
public struct ChangeSentence: Hashable, Sendable {
  /// What was done: `changed Alan Turing’s phone:`, `added Ada Lovelace`.
  public let action: String
  /// The values before and after: `+44 1632 → +44 1865`; empty where the action says all.
  public let values: String

  /// The whole sentence.
  public var text: String { values.isEmpty ? action : "\(action) \(values)" }
}

extension Change<Person> {
  /// The changed values of a person who existed before and after.
  public var changedValues: [FieldChange] {
    guard let before, let after else { return [] }
    return before.changes(to: after)
  }

  /// `added`, `deleted` or `changed`.
  var verb: String {
    switch kind {
    case .insertion: "added"
    case .deletion: "deleted"
    case .update: "changed"
    }
  }

  /// The change in words: a sentence for each changed value.
  ///
  /// - Parameter isShort: Whether names and values are cut to fit into a message.
  /// - Complexity: O(*n*), where *n* is the number of the person's values.
  public func sentences(isShort: Bool = false) -> [ChangeSentence] {
    let whole = record?.displayName ?? "a person"
    let name = isShort ? whole.shortened : whole
    let changes = changedValues
    guard !changes.isEmpty else { return [ChangeSentence(action: "\(verb) \(name)", values: "")] }
    return changes.map { change in
      ChangeSentence(action: "\(verb) \(name)’s \(change.field):", values: change.values(isShort: isShort))
    }
  }
}
