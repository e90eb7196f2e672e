import FoundationEssentials
import Glibc

/// A program that is compared, with its measurements at one size.
@MainActor
final class PeerProgram {
  enum Side {
    case ours
    /// The list written by hand in C: the least that such a list costs, and not a toolkit.
    case bound
    case peer
  }

  let name: String
  let side: Side
  /// `nil` for a program that is no table with a position, such as abook.
  let table: ListProgram?
  private(set) var samples: [PeerFigure: [Double]] = [:]
  /// The figures that took longer than their ``PeerFigure/limit``.
  private(set) var exceeded: Set<PeerFigure> = []
  /// The figure that is being measured; `nil` between two.
  var phase: PeerFigure?
  /// Whether the program still takes part.
  var isMeasured = true

  init(_ name: String, _ side: Side, table: ListProgram? = nil) {
    self.name = name
    self.side = side
    self.table = table
  }

  func add(_ value: Double, to figure: PeerFigure) { samples[figure, default: []].append(value) }

  /// Ends the measuring of this program: what it was doing took too long.
  func exceed(_ figures: PeerFigure...) {
    exceeded.formUnion(figures)
    for figure in figures { samples[figure] = nil }
  }

  /// The median of a figure.
  func value(_ figure: PeerFigure) -> Double? { samples[figure].map(\.median) }

  /// How much a figure varied: the distance of its quartiles, divided by its median.
  func spread(_ figure: PeerFigure) -> Double { samples[figure]?.spread ?? 0 }

  /// A cell of the printed table.
  func text(_ figure: PeerFigure) -> String {
    if exceeded.contains(figure) { return "more than \(figure.limit.components.seconds) s" }
    guard let value = value(figure) else { return "–" }
    return figure.unit.isEmpty ? Figure.short(value) : "\(Figure.short(value)) \(figure.unit)"
  }
}

extension PeerProgram {
  /// The tables in other toolkits that are installed in a folder, and a sentence for each that is not.
  static func peers(in folder: String, count: Int) -> [PeerProgram] {
    let scripts = [
      ("Textual", "textual_table.py"), ("urwid", "urwid_table.py"), ("prompt_toolkit", "prompt_toolkit_table.py"),
    ]
    let commands =
      scripts.map { ($0.0, "\(folder)/python/bin/python", ["\(folder)/\($0.1)"]) }
      + [("tview", "\(folder)/tview", [])]
    return commands.compactMap { name, path, arguments in
      guard ([path] + arguments).allSatisfy({ access($0, R_OK) == 0 }) else {
        print("\(name) is left out, because it could not be installed.")
        return nil
      }
      return PeerProgram(name, .peer, table: listing(count, name, path, arguments))
    }
  }

  /// The list of the toolkit, and the one in C.
  static func lists(count: Int) throws -> [PeerProgram] {
    [
      PeerProgram("TUIKit", .ours, table: listing(count, "TUIKit", try ListProgram.sibling("TUIKitList"))),
      PeerProgram("C on ncurses", .bound, table: listing(count, "C", try ListProgram.sibling("NcursesBaseline"))),
    ]
  }

  /// Peoplebook with a book of its own.
  static func peoplebook(_ book: String, home: String, count: Int) throws -> PeerProgram {
    let program = ListProgram(
      name: "Peoplebook", path: try ListProgram.sibling("peoplebook"), arguments: ["--book", book],
      environment: ["NO_COLOR": "1", "HOME": home], count: count)
    return PeerProgram("Peoplebook", .ours, table: program)
  }

  /// A program that invents its rows, without colours, which the list in C has not.
  private static func listing(_ count: Int, _ name: String, _ path: String, _ arguments: [String] = []) -> ListProgram {
    ListProgram(
      name: name, path: path, arguments: arguments,
      environment: ["N": "\(count)", "NO_COLOR": "1", "HOME": FileManager.default.temporaryDirectory.path], count: count
    )
  }
}
