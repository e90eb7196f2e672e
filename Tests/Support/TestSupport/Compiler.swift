import FoundationEssentials
import Glibc

/// A program that must not compile, and a twin that must.
///
/// Their difference is what the compiler rejects.
public struct RefusedProgram: CustomStringConvertible, Sendable {
  public let description: String
  public let refused: String
  public let accepted: String

  public init(_ description: String, refused: String, accepted: String) {
    self.description = description
    self.refused = refused
    self.accepted = accepted
  }
}

/// The Swift compiler, for programs that import modules of this package.
public struct Compiler: Sendable {
  public struct Outcome {
    public let succeeded: Bool
    /// Everything that the compiler printed.
    public let output: String
  }

  private let imports: [String]
  private let arguments: [String]

  /// - Parameters:
  ///   - imports: what every program imports.
  ///   - arguments: further arguments of the compiler.
  public init(importing imports: String..., arguments: [String] = []) {
    self.imports = imports
    self.arguments = arguments
  }

  /// Compiles a program up to the isolation checks, which run on SIL: `-typecheck` would not include them.
  public func compile(_ source: String) throws -> Outcome {
    let folder = TemporaryFolder()
    let file = "\(folder.path)/Program.swift"
    let output = "\(folder.path)/output"
    let text = imports.map { "import \($0)\n" }.joined() + source + "\n"
    try Data(text.utf8).write(to: URL(filePath: file))
    let words =
      ["swiftc", "-emit-sil", "-parse-as-library", "-swift-version", "6", "-I", Built.modules] + arguments
      + ["-o", "/dev/null", file]
    let status = run(words, output: output)
    return Outcome(succeeded: status == 0, output: try String(contentsOfFile: output, encoding: .utf8))
  }

  /// Compiles the files of one module, and writes the index of their symbols.
  ///
  /// - Parameter folder: The folder of the object files.
  public func index(_ files: [String], store: String, folder: String) throws -> Outcome {
    let output = "\(folder)/output"
    let words =
      ["swiftc", "-c", "-parse-as-library", "-swift-version", "6", "-module-name", "Indexed"]
      + ["-index-store-path", store, "-working-directory", folder] + arguments + files
    let status = run(words, output: output)
    return Outcome(succeeded: status == 0, output: try String(contentsOfFile: output, encoding: .utf8))
  }

  private func run(_ words: [String], output: String) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, words[0], &actions, nil, &pointers, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
