/// The benchmarks of one module, or of the whole program.
@MainActor
struct BenchmarkGroup {
  /// The name of the group for `make bench ONLY=`.
  var name: String
  var run: @MainActor (Bench) async throws -> Void
}

/// The reason why a group could not be measured.
struct NotMeasured: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
