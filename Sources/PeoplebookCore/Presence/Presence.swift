import Glibc
import Reactive

/// The programs that have a book open beside this one, and what this one reports to them.
@MainActor
public final class Presence {
  /// The other programs; empty until ``begin(_:onNewFolder:)``.
  public let others = CurrentValue<[Participant], Never>([])
  /// The author of this program's changes.
  public let author: String
  private var folder: PresenceFolder?
  private var file: PresenceFile?
  private var onNewFolder: (@MainActor () -> Void)?
  private var own: Participant

  isolated deinit {}

  /// The presence of the program that signs its changes with `author`.
  public init(author: String) {
    self.author = author
    own = Participant(author: author)
  }

  /// Reports this program to the others.
  ///
  /// A folder that cannot be written leaves it unreported: the book is used all the same.
  ///
  /// - Parameters:
  ///   - folder: The files of the programs that have the book open.
  ///   - onNewFolder: Called when the folder was deleted, and this program is reported in one of the same path.
  public func begin(_ folder: PresenceFolder, onNewFolder: (@MainActor () -> Void)? = nil) {
    self.folder = folder
    self.onNewFolder = onNewFolder
    report()
    update()
  }

  /// Stops to report this program.
  public func end() {
    file = nil
    folder = nil
    onNewFolder = nil
  }

  /// Reports that the user edits a field of a person, by the field's label.
  public func beginEditing(_ field: String, of person: String) {
    edit(person, field)
  }

  /// Reports that the form of a person is closed.
  public func endEditing(_ person: String) {
    if own.person == person { edit(nil, nil) }
  }

  private func edit(_ person: String?, _ field: String?) {
    guard own.person != person || own.field != field else { return }
    (own.person, own.field) = (person, field)
    report()
  }

  /// Reads what the others report; called after each change of the folder.
  public func update() {
    // The system deletes the folder when the user logs out; another program may have made it again.
    if let file, file.isDeleted, let folder, access(folder.path, F_OK) == 0 { report() }
    guard let present = folder?.others(), present != others.value else { return }
    others.value = present
  }

  private func report() {
    let wasDeleted = file?.isDeleted ?? false
    guard let new = try? folder?.write([own]) else { return }
    file = new
    if wasDeleted { onNewFolder?() }
  }

  /// The names of the users who edit a person elsewhere, by the person's id.
  ///
  /// - Complexity: O(*n*) for each change, where *n* is the number of programs.
  public var editors: AnyPublisher<[String: String], Never> {
    others.map { [author] others in
      Dictionary(
        others.compactMap { other in other.person.map { ($0, other.name(own: author)) } }, uniquingKeysWith: { $1 })
    }.removeDuplicates().eraseToAnyPublisher()
  }

  /// Who edits a person elsewhere, and what: `peoplebook@laptop is editing Phone`; empty when none does.
  ///
  /// - Complexity: O(*n*) for each change, where *n* is the number of programs.
  public func sentence(about person: String) -> AnyPublisher<String, Never> {
    others.map { [author] others in
      guard let other = others.first(where: { $0.person == person }) else { return "" }
      let (name, field) = (other.name(own: author), other.field ?? "this person")
      return name == "you" ? "you are editing \(field) in another program" : "\(name) is editing \(field)"
    }.removeDuplicates().eraseToAnyPublisher()
  }
}
