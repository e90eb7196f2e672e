import Reactive

/// A field of several labelled values (e-mail addresses, phones), with an empty line at the end for another one.
@MainActor
public final class ListFormField: FormField {
  /// One value of the list.
  @MainActor
  public final class Line {
    /// The value; bind it both ways.
    public let text: CurrentValue<String, Never>
    /// The label of the value: `home`, `work`; may be empty.
    public let label: CurrentValue<String, Never>
    /// Whether the user is typing into the line.
    ///
    /// A doubt about the value is not shown until the line is left.
    public let isEditing = CurrentValue<Bool, Never>(false)
    /// A note on the text: the day that a date means.
    public let remark: AnyPublisher<String?, Never>
    /// The reason why the value is unlikely.
    public let message: AnyPublisher<String?, Never>
    /// The unusual text for which a warning is shown while the user is typing.
    fileprivate let doubted = CurrentValue<String?, Never>(nil)
    fileprivate var subscription: AnyCancellable?

    /// The value for which `typed` was made.
    private var original: String
    private var typed: String
    private let content: any LabeledContent

    fileprivate init(_ value: LabeledValue, _ content: any LabeledContent) {
      let typed = content.typedText(of: value.value)
      (original, self.typed, self.content) = (value.value, typed, content)
      text = CurrentValue(typed)
      remark = text.map { content.remark(on: $0.trimmed) }.removeDuplicates().eraseToAnyPublisher()
      label = CurrentValue(value.label)
      message = text.combineLatest(isEditing, doubted)
        .map { text, isEditing, doubted in
          isEditing && text != doubted || text == typed ? nil : content.doubt(about: text.trimmed)
        }
        .removeDuplicates().eraseToAnyPublisher()
    }

    isolated deinit {}

    fileprivate func exchange(with other: Line) {
      swap(&original, &other.original)
      swap(&typed, &other.typed)
      let (text, label) = (text.value, label.value)
      (self.text.value, self.label.value) = (other.text.value, other.label.value)
      (other.text.value, other.label.value) = (text, label)
    }

    /// The value of the text, with the label; `nil` without one.
    fileprivate var value: LabeledValue? {
      let value = text.value == typed ? original : content.value(typed: text.value.trimmed)
      return value.isEmpty ? nil : LabeledValue(label: label.value, value: value)
    }
  }

  public let field: PersonField
  /// The kind of the values.
  public let kind: LabeledKind
  /// The lines to show: one for each value, and an empty one.
  public let lines = CurrentValue<[Line], Never>([])
  public let isChanged: AnyPublisher<Bool, Never>
  public let isContested = CurrentValue<Bool, Never>(false)
  public let problem = CurrentValue<String?, Never>(nil)
  /// The values that another process has written, in words, until the user has chosen.
  public let theirs: AnyPublisher<String?, Never>

  /// The values as they are saved: trimmed, without empty ones.
  let values: CurrentValue<[LabeledValue], Never>
  private let edited: EditedValue<[LabeledValue]>
  private var subscription: AnyCancellable?

  init(_ field: PersonField, _ kind: LabeledKind, of person: Person) {
    self.field = field
    self.kind = kind
    let original = person[keyPath: kind.path]
    let values = CurrentValue<[LabeledValue], Never>(original)
    let edited = EditedValue(original)
    self.values = values
    self.edited = edited
    isChanged = values.combineLatest(edited.original).map { $0 != $1 }.removeDuplicates().eraseToAnyPublisher()
    theirs = edited.theirs.map {
      $0.map { $0.isEmpty ? "nothing" : $0.map { kind.content.displayText(of: $0.value) }.joined(separator: ", ") }
    }
    .eraseToAnyPublisher()
    subscription = edited.theirs.map { $0 != nil }.removeDuplicates().assign(to: isContested)
    show(original)
  }

  isolated deinit {}

  /// Lines with labels.
  public var editing: FormFieldEditing { .list(self) }

  public var edits: AnyPublisher<Void, Never> { values.map { _ in () }.eraseToAnyPublisher() }

  public var isFilled: AnyPublisher<Bool, Never> {
    values.map { !$0.isEmpty }.removeDuplicates().eraseToAnyPublisher()
  }

  /// The reasons why changed values are unusual; empty when they are usual or unchanged.
  ///
  /// - Complexity: O(*n* · *m*), where *n* is the number of values, and *m* is that of the values in the book.
  public var doubts: [String] {
    values.value.filter { !edited.original.value.contains($0) }
      .compactMap { kind.content.doubt(about: kind.content.typedText(of: $0.value)) }
  }

  /// Shows the doubts about the current values also while the user is typing.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  public func showDoubts() {
    for line in lines.value { line.doubted.value = line.text.value }
  }

  /// Takes over the value of this field in `person`, as `author` has written it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  public func follow(_ person: Person, by author: String) {
    if let shown = edited.follow(person[keyPath: kind.path], by: author, mine: values.value) { show(shown) }
  }

  public func write(to person: inout Person) {
    person[keyPath: kind.path] = values.value
  }

  /// The author of ``theirs``: `you in another program`, `cron@home`.
  public var theirAuthor: String { edited.theirAuthor }

  public func keepMine() {
    edited.keepMine()
  }

  /// Settles a conflict in favour of the value in the book.
  ///
  /// - Complexity: O(*n*), where *n* is the number of values.
  public func takeTheirs() {
    if let theirs = edited.takeTheirs() { show(theirs) }
  }

  /// The most values of one paste: the form has a row for each.
  static let mostPasted = 1_000

  /// Whether a line takes the text that a key or a paste leads to.
  ///
  /// A pasted list of values is put into lines of their own instead, the first into `line`.
  ///
  /// - Throws: A sentence when the text or the list is too long; nothing has changed.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func accepts(_ text: String, in line: Line) throws(InvalidValue) -> Bool {
    let present = line.text.value.count
    // A paste inserts more than one character; typing a second address never splits the line.
    if text.count > present + 1, try split(text, in: line) { return false }
    try FormLimits.check(text, replacing: line.text.value)
    return true
  }

  /// - Returns: Whether the text listed several values; otherwise nothing has changed.
  private func split(_ text: String, in line: Line) throws(InvalidValue) -> Bool {
    guard let parts = kind.content.values(in: text), let index = lines.value.firstIndex(where: { $0 === line }) else {
      return false
    }
    guard parts.count <= Self.mostPasted else {
      throw InvalidValue(
        description: "You pasted \(parts.count.grouped) values: paste at most \(Self.mostPasted.grouped) at a time.")
    }
    let others = parts.dropFirst().map { makeLine(LabeledValue(label: line.label.value, value: $0)) }
    lines.value.insert(contentsOf: others, at: index + 1)
    line.text.value = parts[0]
    return true
  }

  /// Exchanges the value of `line` with the next one, or with the one before it.
  ///
  /// - Parameters:
  ///   - line: The line of the value.
  ///   - step: 1 for the next one, -1 for the one before.
  /// - Returns: The line that has the value now; `nil` where there is no other value.
  /// - Complexity: O(*n*), where *n* is the number of values.
  public func move(_ line: Line, by step: Int) -> Line? {
    let filled = lines.value.filter { !$0.text.value.isBlank }
    guard let index = filled.firstIndex(where: { $0 === line }), filled.indices.contains(index + step) else {
      return nil
    }
    let other = filled[index + step]
    line.exchange(with: other)
    return other
  }

  private func show(_ shown: [LabeledValue]) {
    lines.value = shown.map { makeLine($0) } + [makeLine(LabeledValue(value: ""))]
    values.value = shown
  }

  private func makeLine(_ value: LabeledValue) -> Line {
    let line = Line(value, kind.content)
    line.subscription = line.text.combineLatest(line.label).dropFirst().sink { [weak self] _ in self?.collect() }
    return line
  }

  private func collect() {
    values.value = lines.value.compactMap(\.value)
    if lines.value.last?.text.value.isEmpty != true {
      lines.value.append(makeLine(LabeledValue(value: "")))
    }
  }
}
