import FoundationEssentials

/// Builds modules once with all mutants, without those that do not compile.
struct MutantBuild {
  let workspace: Workspace
  let modules: [String]
  /// What is built: the tests, and the programs that they start.
  let products: [String]

  /// The variable has the number of the mutant that is switched on, or the path of a file that gets a byte for each
  /// mutant that is reached.
  private static let switchText = """
    import Glibc

    @usableFromInline enum Mutant {
      private static let active = getenv("MUTANT").map { atoi($0) } ?? 0
      private nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = {
        guard let path = getenv("MUTANT"), path[0] == UInt8(ascii: "/") else { return nil }
        let file = open(path, O_RDWR)
        let bytes = mmap(nil, \(TestProgram.mostMutants), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        if bytes == MAP_FAILED { abort() }
        close(file)
        return bytes?.assumingMemoryBound(to: UInt8.self)
      }()

      @usableFromInline static func isActive(_ number: Int32) -> Bool {
        reached?[Int(number)] = 1
        return number == active
      }
    }

    """

  /// The possible mutations of a module.
  func mutations(of module: String) throws -> [(path: String, mutation: Mutation)] {
    let texts = try workspace.sources(of: module).map { ($0, try workspace.text(of: $0)) }
    return texts.flatMap { path, text in
      MutationFinder(text).mutations.map { (path: path, mutation: $0) }
    }
  }

  /// Builds the products.
  ///
  /// - Returns: The mutants that compile.
  func run(_ mutants: [Mutant]) throws -> [Mutant] {
    // The compiler finds the same errors again in the same mutants: a later run need not wait for that.
    let names = mutants.map(\.description).joined(separator: "\n")
    let (known, list) = ("\(workspace.folder)/../compiled", "\(workspace.folder)/../chosen")
    var mutants = mutants
    if let text = try? String(contentsOfFile: list, encoding: .utf8), text == names {
      let compiled = try String(contentsOfFile: known, encoding: .utf8).split(separator: " ").compactMap { Int($0) }
      mutants.removeAll { !compiled.contains($0.number) }
    }
    for module in modules {
      try workspace.write(Data(Self.switchText.utf8), to: "Sources/\(module)/\(Workspace.switchName)")
    }
    // Errors in the bodies of functions are found after those in types, and those of a module after its imports'.
    for module in modules {
      while true {
        let rejected = try build(module, mutants)
        if rejected.isEmpty { break }
        mutants.removeAll { rejected.contains($0.number) }
        report("\(rejected.count) mutants do not compile; \(mutants.count) are left.")
      }
    }
    try mutants.map { "\($0.number)" }.joined(separator: " ").write(toFile: known, atomically: true, encoding: .utf8)
    try names.write(toFile: list, atomically: true, encoding: .utf8)
    for product in products {
      let process = try swift(["--product", product])
      guard process.wait() == 0 else { throw Failure("\(product) cannot be built.\n\(process.text)") }
    }
    return mutants
  }

  /// Builds a module and those that it imports.
  ///
  /// - Returns: Mutants that do not compile.
  private func build(_ module: String, _ mutants: [Mutant]) throws -> Set<Int> {
    let byPath = Dictionary(grouping: mutants, by: \.path)
    var files: [String: MutatedFile] = [:]
    for path in modules.flatMap(workspace.sources) {
      let file = MutatedFile(
        try workspace.text(of: path), (byPath[path] ?? []).map { (number: $0.number, mutation: $0.mutation) })
      files["\(workspace.folder)/\(path)"] = file
      try workspace.write(Data(file.text.utf8), to: path)
    }
    let process = try swift(["--target", module])
    if process.wait() == 0 { return [] }
    let errors = process.text.matches(of: /(?m)^(\/[^\n]+\.swift):(\d+):(\d+): error:/)
    let rejected = errors.reduce(into: Set<Int>()) { numbers, error in
      guard let file = files[String(error.1)], let line = Int(error.2), let column = Int(error.3) else { return }
      numbers.formUnion(file.suspects(line: line, column: column))
    }
    if rejected.isEmpty { throw Failure("\(module) cannot be built.\n\(process.text)") }
    return rejected
  }

  private func swift(_ words: [String]) throws -> ChildProcess {
    try ChildProcess(
      ["/usr/bin/env", "swift", "build", "--quiet", "--package-path", workspace.folder] + words
        + ["-Xswiftc", "-continue-building-after-errors"],
      environment: [:], folder: workspace.folder, output: "\(workspace.folder)/../build.log")
  }
}
