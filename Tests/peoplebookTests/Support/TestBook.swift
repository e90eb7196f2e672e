import FoundationEssentials
import Glibc
import Synchronization
import TUIKit
import TUITesting
import TestSupport

/// A book in a temporary folder, and the program that was built beside these tests.
final class TestBook {
  private let place = TemporaryFolder()
  var folder: String { place.path }
  let path: String

  /// The folder is deleted with the book, but not before the last pilot that opened it is released.
  init(_ name: String = "people.db") {
    path = "\(place.path)/\(name)"
  }

  struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  static let program = Built.program("peoplebook")

  /// A command's output and exit status.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs a verb on this book without a terminal, as a script does.
  ///
  /// - Parameters:
  ///   - output: The file for standard output, instead of the outcome.
  ///   - asNobody: Whether to run as an unprivileged user when the tests run as root.
  ///   - fileBlocks: The greatest size of a file in blocks of 512 bytes, to simulate a full disk.
  @discardableResult
  func run(
    _ arguments: String..., input: String = "", output: String? = nil, asNobody: Bool = false, fileBlocks: Int? = nil
  ) throws -> Outcome {
    try run(arguments, input: input, output: output, asNobody: asNobody, fileBlocks: fileBlocks)
  }

  @discardableResult
  func run(
    _ arguments: [String], input: String = "", output: String? = nil, asNobody: Bool = false, fileBlocks: Int? = nil
  ) throws -> Outcome {
    // Outside of the book's folder, which a test may have made read-only.
    let mark = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString)"
    defer { for part in ["in", "out", "err"] { remove("\(mark).\(part)") } }
    try Data(input.utf8).write(to: URL(filePath: "\(mark).in"))
    let words = Self.becomingNobody(asNobody) + [Self.program, "--book", path] + arguments
    let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    let limit = fileBlocks.map { "ulimit -f \($0); " } ?? ""
    let status = system(
      "\(limit)HOME='\(folder)' LANG=C.UTF-8 \(command) <'\(mark).in' >'\(output ?? "\(mark).out")' 2>'\(mark).err'")
    guard status & 0x7F == 0 else { throw Problem("\(command) was ended by signal \(status & 0x7F)") }
    return Outcome(
      status: status >> 8 & 0xFF,
      output: output == nil ? try String(contentsOfFile: "\(mark).out", encoding: .utf8) : "",
      errors: try String(contentsOfFile: "\(mark).err", encoding: .utf8))
  }

  /// Runs a shell script in the book's folder, in which `peoplebook` is the program with this book.
  func shell(_ script: String, environment: String = "LC_ALL=C.UTF-8") throws -> Outcome {
    let mark = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString)"
    defer { for part in ["out", "err"] { remove("\(mark).\(part)") } }
    let status = system(
      """
      export HOME='\(folder)' TERM=xterm \(environment); cd '\(folder)' || exit 99
      peoplebook() { '\(Self.program)' --book '\(path)' "$@"; }
      { \(script)
      } >'\(mark).out' 2>'\(mark).err'
      """)
    return Outcome(
      status: status >> 8 & 0xFF, output: try String(contentsOfFile: "\(mark).out", encoding: .utf8),
      errors: try String(contentsOfFile: "\(mark).err", encoding: .utf8))
  }

  /// The command that gives up root's rights.
  private static func becomingNobody(_ asNobody: Bool) -> [String] {
    asNobody && getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
  }

  /// Adds people by their names: `Ada Lovelace`, with an address made from the first one: `ada@example.org`.
  func add(_ names: String...) throws {
    guard access(path, F_OK) != 0 else { return try addEach(names) }
    if let book = Self.books.withLock({ $0[names] }) { return try book.write(to: URL(filePath: path)) }
    try addEach(names)
    let book = try bytes
    Self.books.withLock { $0[names] = book }
  }

  /// The books that ``add(_:)`` has made, by the names of their people: they are copied when they are wanted again.
  private static let books = Mutex<[[String]: Data]>([:])

  private func addEach(_ names: [String]) throws {
    for name in names {
      let words = name.split(separator: " ")
      let outcome = try run(
        "add", "--first", String(words[0]), "--last", words.dropFirst().joined(separator: " "),
        "--email", "\(words[0].lowercased())@example.org")
      guard outcome.status == 0 else { throw Problem(outcome.errors) }
    }
  }

  /// Opens the book on the screen of a pseudo-terminal.
  func open(
    _ arguments: String..., size: Size = Size(width: 100, height: 30), environment: [String: String] = [:],
    asNobody: Bool = false
  ) throws -> ProgramPilot {
    let words = Self.becomingNobody(asNobody) + [Self.program, "--book", path] + arguments
    return try ProgramPilot(
      words[0], Array(words.dropFirst()),
      environment: Built.environment(["HOME": folder]).merging(environment) { $1 }, size: size, belongings: self)
  }

  var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }
}
