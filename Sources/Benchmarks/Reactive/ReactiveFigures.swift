extension Bench {
  /// Adds a figure of the reactive benchmarks.
  func record(_ figure: ReactiveFigure) {
    record(
      figure.name, figure.value, unit: figure.unit, baseline: figure.baseline, of: figure.baselineName,
      goal: figure.goal)
  }
}
