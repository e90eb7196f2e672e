import PeoplebookCore
import Persistence

enum ShowCommand: Command {
  static let name = "show"
  static let summary = "Print everything about one person."
  static let operands = "WHO"
  static let operandCount = 1...1
  static let completion = CompletionKind.people
  static let format = FormatOption.make(PersonFormat.writable, own: "text")
  static let options = [format] + FormatOption.ofWriters
  static let details = WhoText.details(by: .nearName) + "\nTo show a removed person, give the id."

  static func run(_ arguments: Arguments) async throws {
    let format = try FormatOption.value(arguments, format, among: PersonFormat.writable, own: "text")
    let writer = try FormatOption.writer(ofNamed: format, arguments)
    let store = try OpenBook.open(arguments, create: false)
    let (person, removal) = try find(arguments.operands[0], in: store)
    if let format, let writer {
      Output.write([person], with: writer, of: format)
    } else {
      Output.write(
        PersonText.card(
          person, relatives: store.relatives(of: person), hasLinks: Output.isTerminal && Output.understandsLinks))
    }
    for kept in try store.keptTexts(of: person.id) {
      let label = FieldCatalogue.current.fields.first { $0.column == kept.column }?.label ?? kept.column
      Output.message(
        "\(label) is also “\(kept.text)”, which \(kept.machine) wrote at the same time: the form has both.")
    }
    if let removal {
      let time = UTCTime(milliseconds: removal.time).text
      Output.message("\(person.displayName) was removed at \(time) by \(removal.authorText(own: store.author)).")
    }
  }

  /// The person, and the commit that removed them when they are no longer in the book.
  @MainActor
  private static func find(_ who: String, in store: Store) throws -> (Person, Commit<Person>?) {
    do throws(PersonLookupError) {
      return (try store.person(who, by: .nearName), nil)
    } catch {
      guard let removal = try store.history(ofRemoved: who, after: error).first,
        let person = removal.changes.first?.before
      else { throw error }
      return (person, removal)
    }
  }
}
