import PeoplebookCore

/// The options with a person's fields, for adding and editing.
enum PersonOptions {
  /// An option of a list of values, which changes some of them.
  private struct ListOptions {
    let kind: any ListFieldKind
    let add: Option
    let remove: Option

    init?(_ field: PersonField) {
      guard let option = field.option, let kind = field.kind as? any ListFieldKind else { return nil }
      self.kind = kind
      let value = option.value.split(separator: "]").last.map(String.init)
      let completion = PersonOptions.completion(of: field)
      add = Option("add-\(option.name)", value: option.value, "Add another \(kind.noun).", completion: completion)
      remove = Option("remove-\(option.name)", value: value, "Remove this \(kind.noun).", completion: completion)
    }
  }

  private static let fields = FieldCatalogue.current.fields.compactMap { field in
    field.option.map { option in
      (
        field.kind,
        option: Option(
          option.name, letter: option.letter, value: option.value, option.help, completion: completion(of: field))
      )
    }
  }
  private static let lists = FieldCatalogue.current.fields.compactMap(ListOptions.init)

  private static let photo = Option(
    "photo", value: "FILE", "An image: JPEG, PNG, GIF or WebP of at most 1 MB; empty to remove it.", completion: .files)

  static let adding = fields.map(\.option) + [photo]
  static let editing = adding + lists.flatMap { [$0.add, $0.remove] }

  private static func completion(of field: PersonField) -> CompletionKind {
    field.kind.suggestedTexts == nil ? .nothing : .values(of: field)
  }

  /// Whether any of them was given.
  static func areGiven(in arguments: Arguments) -> Bool {
    editing.contains { arguments.has($0) }
  }

  /// Sets the fields that were given.
  ///
  /// A list that was given replaces the old one; an empty text empties the field.
  static func apply(_ arguments: Arguments, to person: inout Person) throws(Failure) {
    for (kind, option) in fields where arguments.has(option) {
      do throws(InvalidValue) {
        try kind.assign(arguments.all(option), to: &person)
      } catch {
        throw .usage(error.description)
      }
    }
    if let path = arguments.last(photo) {
      do throws(InvalidValue) {
        try PhotoChange(path: path).apply(to: &person)
      } catch {
        throw Failure(status: .failed, message: error.description)
      }
    }
    for list in lists {
      for text in arguments.all(list.remove) where !list.kind.remove(text, from: &person) {
        throw Failure(
          status: .failed, message: "There is no \(list.kind.noun) “\(text)” to remove; nothing was changed.")
      }
    }
    for list in lists where arguments.has(list.add) {
      do throws(InvalidValue) {
        try list.kind.add(arguments.all(list.add), to: &person)
      } catch {
        throw .usage(error.description)
      }
    }
  }
}
