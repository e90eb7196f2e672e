extension Bench {
  /// Keeps a figure of the reactive benchmarks, whose goals are multiples of what was measured beside them.
  func record(_ figure: ReactiveFigure) {
    let goal = figure.baseline.map { Figure.Goal.ratioAtMost(figure.goal / $0) } ?? .valueAtMost(figure.goal)
    record(
      figure.name, figure.value, unit: figure.unit, baseline: figure.baseline, of: figure.baselineName, goal: goal)
  }
}
