/// The benchmarks of one module, or of the whole program.
@MainActor
struct Group {
  /// What `make bench ONLY=` calls it.
  var name: String
  var run: @MainActor (Bench) async throws -> Void
}

/// Why a group could not be measured, in words.
struct NotMeasured: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
