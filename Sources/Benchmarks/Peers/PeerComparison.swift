/// A table of programs, and the figures in which none of ours is first.
@MainActor
struct PeerComparison {
  var title: String
  /// The size, as in “10,000 rows”.
  var rows: String
  var figures: [PeerFigure]
  var programs: [PeerProgram]

  /// The program of a side with the least value.
  private func best(_ side: PeerProgram.Side, _ figure: PeerFigure) -> (program: PeerProgram, value: Double)? {
    programs.filter { $0.side == side }.compactMap { program in program.value(figure).map { (program, $0) } }
      .min { $0.1 < $1.1 }
  }

  /// How much the list in C varied, which says how busy the machine was.
  private func noise(_ figure: PeerFigure) -> Double? {
    figure.isTime ? programs.first { $0.side == .bound }?.spread(figure) : nil
  }

  /// Records each figure of the best of ours beside that of the best of theirs.
  func record(in bench: Bench) {
    for figure in figures {
      guard let ours = best(.ours, figure), let theirs = best(.peer, figure) else { continue }
      bench.record(
        "\(figure.name), \(rows)", ours.value, unit: figure.unit, baseline: theirs.value, of: theirs.program.name,
        goal: .ratioAtMost(1), spread: noise(figure))
    }
  }

  /// The table in Markdown, with a sentence for each figure in which another program is first.
  var text: String {
    let header = ["figure"] + programs.map(\.name)
    let lines = figures.map { figure in [figure.name] + programs.map { $0.text(figure) } }
    let table = ([header, header.map { _ in "---" }] + lines).map { "| \($0.joined(separator: " | ")) |" }
    return (["\n\(title)\n"] + table + [""] + sentences + busyFigures).joined(separator: "\n")
  }

  private var sentences: [String] {
    figures.compactMap { figure in
      guard let ours = best(.ours, figure), let theirs = best(.peer, figure), theirs.value < ours.value else {
        return nil
      }
      let reason = PeerReasons.reason(for: figure, winner: theirs.program.name)
      return "- \(figure.name): \(theirs.program.name) is first with \(theirs.program.text(figure)), "
        + "\(ours.program.name) has \(ours.program.text(figure)): \(reason)"
    }
  }

  private var busyFigures: [String] {
    let busy = figures.filter { (noise($0) ?? 0) > Figure.noise }
    guard !busy.isEmpty else { return [] }
    let parts = busy.map { "\($0.name) by \(Figure.short((noise($0) ?? 0) * 100)) %" }
    return ["- The list in C varied (\(parts.joined(separator: ", "))): a busy machine."]
  }
}
