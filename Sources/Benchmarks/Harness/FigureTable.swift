import Glibc

/// Prints figures in columns as they are measured.
@MainActor
struct FigureTable {
  private static let columns = [("", 56), ("ours", 14), ("baseline", 14), ("ratio", 8), ("goal", 10)]

  func header(_ module: String) {
    write("\n\(module)")
    let titles = Self.columns.map { Self.cell($0.0, $0.1, leading: $0.0.isEmpty) }
    write(titles.joined(separator: "  "))
  }

  func show(_ figure: Figure) {
    let unit = figure.unit.isEmpty ? "" : " \(figure.unit)"
    let texts = [
      figure.name, Figure.short(figure.value) + unit, figure.baseline.map { Figure.short($0) + unit } ?? "",
      figure.ratio.map { Figure.short($0) + "×" } ?? "", figure.goal.map { "\($0)" } ?? "",
    ]
    let cells = zip(texts, Self.columns).enumerated().map { index, pair in
      Self.cell(pair.0, pair.1.1, leading: index == 0)
    }
    let mark = figure.isMet.map { $0 ? "✓" : "✗" } ?? " "
    let noise = figure.isNoisy ? " (varied by \(Figure.short((figure.spread ?? 0) * 100)) %: a busy machine)" : ""
    let note = figure.baselineName.map { "  \($0)\(noise)" } ?? ""
    write("\(cells.joined(separator: "  "))  \(mark)\(note)")
  }

  /// Flushes at once, even into a pipe, because some figures take a minute.
  private func write(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func cell(_ text: String, _ width: Int, leading: Bool) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return leading ? text + padding : padding + text
  }
}
