import FoundationEssentials
import Glibc

/// The built tests.
struct TestProgram {
  static let noTests: Int32 = 69
  /// The length of the file in which a run notes the mutants of a module that it reaches.
  static let mostMutants = 1 << 16
  let workspace: Workspace
  /// The mutated modules.
  let modules: [String]
  /// The folder of all runs; its path is short, because some tests make sockets below it.
  private let folder = "\(FileManager.default.temporaryDirectory.path)/mutants-\(getpid())"

  /// Starts suites with a mutant, or with none; then they note the mutants that they reach.
  ///
  /// - Parameter run: The name of the folder for their files, which ``clean(after:)`` removes.
  func start(_ run: String, suites: [String], mutant: String?) throws -> ChildProcess {
    clean(after: run)
    let folder = folder(of: run)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var environment = ["TMPDIR": folder, "SWIFT_BACKTRACE": "enable=no"]
    if let mutant {
      environment["MUTANT"] = mutant
    } else {
      let reached = "\(folder).reached"
      try FileManager.default.createDirectory(atPath: reached, withIntermediateDirectories: true)
      for module in modules {
        try Data(count: Self.mostMutants).write(to: URL(filePath: "\(reached)/\(module)"))
        // A test may start a program as another user.
        chmod("\(reached)/\(module)", 0o666)
      }
      chmod(reached, 0o755)
      environment["MUTANT"] = reached
    }
    let names = suites.map { $0.replacing(".", with: "\\.") }
    let filter = "^(\(names.joined(separator: "|")))/"
    return try start(["--filter", filter], environment: environment, output: "\(folder).log")
  }

  /// The names of the mutants that a run without one has reached.
  func reached(by run: String) throws -> Set<String> {
    var names: Set<String> = []
    for module in modules {
      let bytes = try Data(contentsOf: URL(filePath: "\(folder(of: run)).reached/\(module)"))
      for number in bytes.indices where bytes[number] != 0 { names.insert("\(module):\(number)") }
    }
    return names
  }

  /// The names of all suites, with their modules: `TUIKitTests.TableViewTests`.
  func suites() throws -> [String] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let process = try start(["--list-tests"], environment: [:], output: "\(folder(of: "list")).log")
    defer { clean(after: "list") }
    guard process.wait() == 0 else { throw Failure("The tests cannot be listed.\n\(process.text)") }
    let tests = process.text.split(separator: "\n")
    return Set(tests.compactMap { test in test.firstIndex(of: "/").map { String(test[..<$0]) } }).sorted()
  }

  func clean(after run: String) {
    for ending in ["", ".log", ".reached"] {
      try? FileManager.default.removeItem(atPath: folder(of: run) + ending)
    }
  }

  /// Removes the files of all runs.
  func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

  private func start(_ words: [String], environment: [String: String], output: String) throws -> ChildProcess {
    let program = "\(workspace.folder)/.build/debug/PeoplebookPackageTests.xctest"
    return try ChildProcess(
      [program, "--testing-library", "swift-testing"] + words, environment: environment, folder: workspace.folder,
      output: output)
  }

  private func folder(of run: String) -> String { "\(folder)/\(run)" }
}
