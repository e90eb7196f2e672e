import PeoplebookCore
import TUIKit

enum FiguresCommand: Command {
  static let name = "figures"
  static let summary = "Print people per tag, people added per month, and changes per day."
  static let limit = Option("limit", letter: "n", value: "N", "Print at most N tags as text; 20 by default.")
  static let options = [limit, OutputFormat.option]
  static let details = """
    Everything that a program saves in one step counts as one change, such as an import. Months and days go back as far
    as the book’s log.
    JSON is one object a line, with the keys figure (people, tag, month, earlier or day), name and count.
    """

  static func run(_ arguments: Arguments) async throws {
    let limit = try arguments.number(limit, in: 1...Int.max) ?? 20
    let format = try OutputFormat(arguments)
    let figures = try await OpenBook.open(arguments, create: false).figures()
    switch format {
    case .text: Output.write(text(figures, tagLimit: limit, width: Output.terminalWidth ?? 80))
    case .json: Output.data(objects(figures))
    }
  }

  /// The figures as bars, and the changes as a line of columns.
  static func text(_ figures: BookFigures, tagLimit: Int, width: Int) -> String {
    var text = "\(figures.people.people)\n"
    if !figures.tags.isEmpty {
      text += "\nPeople per tag\n" + bars(Array(figures.tags.prefix(tagLimit)), width: width)
      let rest = figures.tags.count - tagLimit
      if rest > 0 { text += "  … and \(rest.counted("more tag", "more tags"))\n" }
    }
    let earlier = figures.earlier > 0 ? [BookFigures.Figure("earlier", figures.earlier)] : []
    text += "\nPeople added per month\n" + bars(earlier + figures.months, width: width)
    let counts = figures.days.map(\.count)
    let days = figures.days.suffix(max(1, width - 2))
    text += "\nChanges per day since \(days.first?.name ?? "")\n"
    text += "  \(Sparkline.text(of: days.map(\.count)))\n"
    text += "  \(counts.reduce(0, +).counted("change", "changes")), today \((counts.last ?? 0).grouped)\n"
    return text
  }

  /// A line for each figure: its name, its bar and its number.
  private static func bars(_ figures: [BookFigures.Figure], width: Int) -> String {
    let rows = figures.map { (name: PlainText.line($0.name), count: $0.count) }
    let names = min(rows.map(\.name.displayWidth).max() ?? 0, max(1, width / 3))
    let numbers = rows.map(\.count.grouped.count).max() ?? 0
    let greatest = Double(max(1, rows.map(\.count).max() ?? 0))
    let room = max(1, width - names - numbers - 4)
    return rows.map { name, count in
      let bar = BarChart.text(of: Double(count) / greatest, width: room)
      let label = name.truncated(toWidth: names).padded(toWidth: names)
      return "  \(label) \(bar.isEmpty ? "" : bar + " ")\(count.grouped)\n"
    }.joined()
  }

  private static func objects(_ figures: BookFigures) -> String {
    func object(_ kind: String, _ name: String, _ count: Int) -> String {
      "{\"figure\":\"\(kind)\",\"name\":\(JSONText.string(name)),\"count\":\(count)}\n"
    }
    return object("people", "all", figures.people) + figures.tags.map { object("tag", $0.name, $0.count) }.joined()
      + object("earlier", "earlier", figures.earlier)
      + figures.months.map { object("month", $0.name, $0.count) }.joined()
      + figures.days.map { object("day", $0.name, $0.count) }.joined()
  }
}
