import Reactive

/// A field that is edited as one text: a line, paragraphs, a date, tags.
@MainActor
public final class TextFormField: FormField {
  public let field: PersonField
  /// The kind of the text.
  public let kind: any TextFieldKind
  /// The text in the field; bind it both ways.
  public let text: CurrentValue<String, Never>
  /// Whether the user is typing into the field.
  ///
  /// A doubt about the text is not shown until it is left.
  public let isEditing = CurrentValue<Bool, Never>(false)

  /// Whether the value differs from the one in the book, or the user has chosen it among texts of other machines.
  public let isChanged: AnyPublisher<Bool, Never>
  public let isContested = CurrentValue<Bool, Never>(false)
  public let problem = CurrentValue<String?, Never>(nil)
  /// The value that another process or machine has written, until the user has chosen.
  public let theirs: AnyPublisher<String?, Never>
  /// The problem or doubt about the text, in words.
  public let message: AnyPublisher<String?, Never>
  /// A note on the text: the age for a birthday.
  public let remark: AnyPublisher<String?, Never>

  /// A further requirement of the form for this field: a name.
  let requirement = CurrentValue<String?, Never>(nil)

  /// The unusual text for which a warning is shown while the user is typing.
  private let doubted = CurrentValue<String?, Never>(nil)
  private let edited: EditedValue<String>
  /// The texts of other machines that the user has to choose from, one after the other.
  private let kept = CurrentValue<[KeptText], Never>([])
  /// The texts that the user has chosen from.
  private let settled = CurrentValue<Set<KeptText>, Never>([])
  private var subscriptions: [AnyCancellable] = []

  init(_ field: PersonField, _ kind: any TextFieldKind, of person: Person) {
    self.field = field
    self.kind = kind
    let original = kind.text(of: person)
    let text = CurrentValue<String, Never>(original)
    let edited = EditedValue(original)
    self.text = text
    self.edited = edited
    theirs = edited.theirs.combineLatest(kept).map { $0 ?? $1.first?.text }.eraseToAnyPublisher()
    isChanged = text.combineLatest(edited.original, settled).map { $0 != $1 || !$2.isEmpty }.removeDuplicates()
      .eraseToAnyPublisher()
    let doubt = text.combineLatest(isEditing, edited.original, doubted)
      .map { text, isEditing, original, doubted in
        isEditing && text != doubted || text == original ? nil : kind.doubt(about: text.trimmed, today: .today)
      }
    message = requirement.combineLatest(problem, doubt).map { $0 ?? $1 ?? $2 }.removeDuplicates().eraseToAnyPublisher()
    remark = text.map { text in PartialDate.today.flatMap { kind.remark(on: text, today: $0) } }.removeDuplicates()
      .eraseToAnyPublisher()
    theirs.map { $0 != nil }.removeDuplicates().assign(to: isContested).store(in: &subscriptions)
    text.map { kind.problem(in: $0.trimmed) }.removeDuplicates().assign(to: problem).store(in: &subscriptions)
  }

  isolated deinit {}

  /// One text.
  public var editing: FormFieldEditing { .text(self) }

  public var edits: AnyPublisher<Void, Never> { text.map { _ in () }.eraseToAnyPublisher() }

  public var isFilled: AnyPublisher<Bool, Never> {
    text.map { !$0.isBlank }.removeDuplicates().eraseToAnyPublisher()
  }

  public var doubts: [String] {
    if text.value == edited.original.value { return [] }
    return kind.doubt(about: text.value.trimmed, today: .today).map { [$0] } ?? []
  }

  public func showDoubts() {
    doubted.value = text.value
  }

  public func follow(_ person: Person, by author: String) {
    if let shown = edited.follow(kind.text(of: person), by: author, mine: text.value) { text.value = shown }
  }

  /// Writes the value into `person`, unless the person has it: a text may not say all of a value.
  public func write(to person: inout Person) {
    if text.value != kind.text(of: person) { kind.set(text.value.trimmed, in: &person) }
  }

  /// Whether the field, which is one line, takes the text that a key or a paste would result in.
  ///
  /// - Throws: A sentence when the text is too long.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func accepts(_ text: String) throws(InvalidValue) -> Bool {
    try FormLimits.check(text, replacing: self.text.value)
    return true
  }

  /// The author of ``theirs``: `you in another program`, `cron@home`.
  public var theirAuthor: String {
    edited.theirs.value == nil ? kept.value.first?.machine ?? "" : edited.theirAuthor
  }

  /// Lets the user choose between the value and the texts that other machines wrote at the same time.
  func offer(_ texts: [KeptText]) {
    kept.value = texts.filter { !settled.value.contains($0) }
  }

  /// Whether the user has chosen between the value and texts of other machines.
  var isSettled: Bool { !settled.value.isEmpty }

  public func keepMine() {
    if edited.theirs.value == nil { settle() } else { edited.keepMine() }
  }

  /// Settles a conflict in favour of the value in the book, or of another machine.
  ///
  /// - Complexity: O(*n*), where *n* is the number of texts of other machines.
  public func takeTheirs() {
    if let theirs = edited.takeTheirs() {
      text.value = theirs
    } else if let theirs = kept.value.first {
      text.value = theirs.text
      settle()
    }
  }

  private func settle() {
    guard let first = kept.value.first else { return }
    settled.value.insert(first)
    kept.value.removeFirst()
  }
}
