import PeoplebookCore

enum ShowCommand: Command {
  static let name = "show"
  static let summary = "Print one person, with everything."
  static let operands = "WHO"
  static let operandCount = 1...1
  static let format = Option("format", letter: "f", value: "FORMAT", "text (the default), json, csv or vcard.")
  static let options = [format]
  static let details = "WHO is an id, a unique beginning of one, or a name that matches one person."

  enum Format: String, CaseIterable {
    case text, json, csv, vcard
  }

  static func run(_ arguments: Arguments) async throws {
    let format = try arguments.choice(format, of: Format.self) ?? .text
    let store = try OpenBook.open(arguments, create: false)
    let person = try Who.find(arguments.operands[0], in: store)
    switch format {
    case .text: Output.write(PersonText.card(person, hasLinks: Output.isTerminal && Output.understandsLinks))
    case .json: Output.write(JSONWriter().text(of: [person]))
    case .csv: Output.write(CSVWriter().text(of: [person]))
    case .vcard: Output.write(VCardWriter().text(of: [person]))
    }
  }
}
