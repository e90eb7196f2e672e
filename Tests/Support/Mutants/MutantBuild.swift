import FoundationEssentials

/// Builds modules once with all mutants, without those that do not compile.
struct MutantBuild {
  let workspace: Workspace
  let modules: [String]
  /// What is built: the tests, and the programs that they start.
  let products: [String]

  /// The variable has the name of the mutant that is switched on, or the path of a folder with a file for each module,
  /// which gets a byte for each mutant that is reached.
  private static func switchText(of module: String) -> String {
    """
    import Glibc

    @usableFromInline enum Mutant {
      private static let active: Int32 = {
        guard let name = getenv("MUTANT"), strncmp(name, "\(module):", \(module.utf8.count + 1)) == 0 else { return 0 }
        return atoi(name + \(module.utf8.count + 1))
      }()
      private nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = {
        guard let folder = getenv("MUTANT"), folder[0] == UInt8(ascii: "/") else { return nil }
        let file = open(String(cString: folder) + "/\(module)", O_RDWR)
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
  }

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
    let list = "\(workspace.folder)/../chosen-\(modules.count == 1 ? modules[0] : "all")"
    let chosen = mutants.map(\.description)
    var mutants = mutants
    let known = (try? String(contentsOfFile: list, encoding: .utf8))?.split(separator: "\n") ?? []
    if known.map({ $0.dropFirst() }) == chosen.map({ $0[...] }) {
      mutants = zip(known, mutants).filter { $0.0.first == "+" }.map(\.1)
    }
    for module in modules {
      try workspace.write(Data(Self.switchText(of: module).utf8), to: "Sources/\(module)/\(Workspace.switchName)")
    }
    // Errors in the bodies of functions are found after those in types.
    for module in modules {
      while true {
        let rejected = try build(module, mutants)
        if rejected.isEmpty { break }
        mutants.removeAll { rejected.contains($0.name) }
        report("\(rejected.count) mutants do not compile; \(mutants.count) are left.")
      }
    }
    let compiled = Set(mutants.map(\.description))
    let lines = chosen.map { (compiled.contains($0) ? "+" : "-") + $0 }
    try lines.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
    for product in products {
      let process = try swift(["--product", product])
      guard process.wait() == 0 else { throw Failure("\(product) cannot be built.\n\(process.text)") }
    }
    return mutants
  }

  /// Builds a module and those that it imports.
  ///
  /// - Returns: The names of mutants that do not compile.
  private func build(_ module: String, _ mutants: [Mutant]) throws -> Set<String> {
    let byPath = Dictionary(grouping: mutants, by: \.path)
    var files: [String: (file: MutatedFile, mutants: [Mutant])] = [:]
    for path in modules.flatMap(workspace.sources) {
      let mutants = byPath[path] ?? []
      let file = MutatedFile(try workspace.text(of: path), mutants.map { (number: $0.number, mutation: $0.mutation) })
      files["\(workspace.folder)/\(path)"] = (file, mutants)
      try workspace.write(Data(file.text.utf8), to: path)
    }
    let process = try swift(["--target", module])
    if process.wait() == 0 { return [] }
    let errors = process.text.matches(of: /(?m)^(\/[^\n]+\.swift):(\d+):(\d+): error:/)
    let rejected = errors.reduce(into: Set<String>()) { names, error in
      guard let (file, mutants) = files[String(error.1)], let line = Int(error.2), let column = Int(error.3) else {
        return
      }
      let suspects = file.suspects(line: line, column: column)
      names.formUnion(mutants.filter { suspects.contains($0.number) }.map(\.name))
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
