import FoundationEssentials
import Synchronization

/// The files of the repository, located relative to this file.
enum Repository {
  static let root = (#filePath as String).split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  /// The Swift files of a folder of the repository, as paths from its root, in order.
  static func swiftFiles(under folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
      .filter { $0.hasSuffix(".swift") }
      .map { "\(folder)/\($0)" }
      .sorted()
  }

  /// The README and the pages of all modules.
  static var pages: [String] {
    get throws {
      let pages = try FileManager.default.subpathsOfDirectory(atPath: "\(root)/Sources").filter { $0.hasSuffix(".md") }
      return ["README.md"] + pages.map { "Sources/\($0)" }.sorted()
    }
  }

  static func text(of path: String) throws -> String {
    try texts.value(of: path) { try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }
  }

  static func lineCount(of path: String) throws -> Int {
    try text(of: path).utf8.count { $0 == UInt8(ascii: "\n") }
  }

  static func source(of path: String) throws -> SwiftSource {
    try sources.value(of: path) { SwiftSource(try text(of: path)) }
  }

  static func members(of path: String) throws -> [DocumentedMember] {
    try members.value(of: path) { DocumentedMember.all(in: try text(of: path), parsedAs: try source(of: path)) }
  }

  private static let texts = FileCache<String>()
  private static let sources = FileCache<SwiftSource>()
  private static let members = FileCache<[DocumentedMember]>()
}

/// What the tests read from each file, once for all of them.
private final class FileCache<Value: Sendable>: Sendable {
  private let values = Mutex<[String: Value]>([:])

  func value(of path: String, read: () throws -> Value) rethrows -> Value {
    if let value = values.withLock({ $0[path] }) { return value }
    let value = try read()
    values.withLock { $0[path] = value }
    return value
  }
}
