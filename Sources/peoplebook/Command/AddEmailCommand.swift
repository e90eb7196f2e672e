import PeoplebookCore
import Persistence

enum AddEmailCommand: Command {
  static let name = "add-email"
  static let summary = "Add the sender of a mail message on standard input."
  static let header = Option(
    "header", value: "NAME", "Add the addresses of this header field: From (the default), To, Cc or another.",
    completion: .words(["From", "To", "Cc", "Reply-To"]))
  static let options = [header, Option.author]
  static let details = """
    Prints the id of each person who has one of the addresses. An address that is in the book already is not added
    again. If exactly one person has the sender’s full name, of two words or more, the address is added to that person;
    otherwise a new person is added.
      neomutt: macro index,pager A "<pipe-message>peoplebook add-email<enter>"
    Exit status 4 when several people have the name; then nothing is changed.
    """

  static func run(_ arguments: Arguments) async throws {
    let names = arguments.has(header) ? arguments.all(header) : ["From"]
    let addresses = try MailHeader(FileByteSource(path: "-")).addresses(in: names)
    guard !addresses.isEmpty else {
      let fields = names.listed(last: "or")
      throw Failure.failed("There is no address in \(fields): pipe a mail message to standard input.")
    }
    let store = try OpenBook.open(arguments, create: true)
    let additions = try await store.add(addresses)
    var ids: [String] = []
    for (addition, address) in zip(additions, addresses) {
      Output.message(sentence(addition, address.address))
      if !ids.contains(addition.person.id) { ids.append(addition.person.id) }
    }
    Output.write(
      ids.map { "\(PlainText.line($0))\n" }.joined(), otherwise: "The id is \(ids.listed(last: "and")).")
  }

  private static func sentence(_ addition: MailAddressAddition, _ address: String) -> String {
    switch addition {
    case .present(let person): "\(address) is in the book already: \(person.displayName)."
    case .extended(let person): "\(address) was added to \(person.displayName). “peoplebook undo” undoes this."
    case .added(let person): "\(person.displayName) was added. “peoplebook undo” undoes this."
    }
  }
}
