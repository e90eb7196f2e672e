import PeoplebookCore
import Persistence
import TUIKit

enum BirthdaysCommand: Command {
  static let name = "birthdays"
  static let summary = "Print upcoming birthdays."
  static let days = Option(
    "days", letter: "n", value: "N", "Birthdays today and in the next N days, 0 to 366; 30 by default.")
  static let options = [days, OutputFormat.option]
  static let details = """
    In years without 29 February, a birthday on that day is on 1 March.
    JSON is one object a line, with the keys date, days (until then), age (null without a year of birth), id and name.
    Exit status 3 when there is none.
    """

  static func run(_ arguments: Arguments) async throws {
    let days = try arguments.number(days, in: 0...366) ?? 30
    let format = try OutputFormat(arguments)
    let store = try OpenBook.open(arguments, create: false)
    guard let today = PartialDate.today else { throw Failure.failed("Cannot read today’s date.") }
    let birthdays = try await store.birthdays(from: today, days: days)
    guard !birthdays.isEmpty else {
      let time = days == 0 ? "today" : "in the next \(days.counted("day", "days"))"
      throw Failure(status: .noMatch, message: "There are no birthdays \(time).")
    }
    switch format {
    case .text: Output.write(text(birthdays, today))
    case .json: Output.data(birthdays.map(object).joined())
    }
  }

  /// Three columns: the day, the name, and the age with the time that is left.
  ///
  /// - Parameter isCut: Whether long names are cut: on a terminal, where lines must not wrap.
  static func text(
    _ birthdays: [UpcomingBirthday], _ today: PartialDate, isCut: Bool = Output.isTerminal
  ) -> String {
    let rows = birthdays.map { birthday in
      (birthday.date.displayText, PlainText.line(birthday.person.displayName), birthday.remark)
    }
    let widths = (rows.map(\.0.displayWidth).max() ?? 0, min(40, rows.map(\.1.displayWidth).max() ?? 0))
    return rows.map { day, name, remark in
      let width = isCut ? widths.1 : max(widths.1, name.displayWidth)
      return "\(day.padded(toWidth: widths.0))  \(name.padded(toWidth: width))  \(remark)\n"
    }.joined()
  }

  private static func object(_ birthday: UpcomingBirthday) -> String {
    let (date, age) = (JSONText.string(birthday.date.iso), birthday.age.map(String.init) ?? "null")
    let (id, name) = (JSONText.string(birthday.person.id), JSONText.string(birthday.person.name))
    return "{\"date\":\(date),\"days\":\(birthday.days),\"age\":\(age),\"id\":\(id),\"name\":\(name)}\n"
  }
}
