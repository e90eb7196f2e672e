/// The benchmarks of one module, or of the whole program.
@MainActor
struct BenchmarkGroup {
  /// The name of the group for `make bench ONLY=`.
  var name: String
  /// Whether the group is left out unless it is named.
  var isOnlyRunByName = false
  var run: @MainActor (Bench) async throws -> Void
}

/// The reason why a group could not be measured.
struct NotMeasured: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
