/// A mutation of a file of a module.
struct Mutant {
  /// The number among the mutants of the module, from 1.
  let number: Int
  let module: String
  /// The path from the root of the package.
  let path: String
  let mutation: Mutation

  /// The name in a report, and in the list of those to run again: `RIV:17`.
  var name: String { "\(module):\(number)" }

  var description: String { "\(name) \(path):\(mutation.line) \(mutation.mistake): \(mutation.description)" }

  /// A seeded choice in which each mistake is as frequent as the others, as long as there are enough of them.
  ///
  /// Of each line at most one expression is mutated, and at most one statement: the compiler takes long for an
  /// expression with many choices.
  ///
  /// - Parameter found: The possible mutations of the module.
  static func choice(
    from found: [(path: String, mutation: Mutation)], of module: String, count: Int, seed: UInt64
  ) -> [Mutant] {
    var random = SeededGenerator(seed: seed)
    var byMistake = Mutation.Mistake.allCases.map { mistake in
      found.filter { $0.mutation.mistake == mistake }.shuffled(using: &random)
    }
    var chosen: [Mutant] = []
    var lines: Set<String> = []
    while chosen.count < count {
      byMistake.removeAll { $0.isEmpty }
      guard let index = byMistake.indices.randomElement(using: &random) else { break }
      guard let (path, mutation) = byMistake[index].popLast() else { break }
      let kind = mutation.mistake == .dropped ? "statement" : "expression"
      guard lines.insert("\(path) \(mutation.line) \(kind)").inserted else { continue }
      chosen.append(Mutant(number: chosen.count + 1, module: module, path: path, mutation: mutation))
    }
    return chosen
  }
}
