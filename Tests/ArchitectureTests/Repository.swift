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

  /// A Swift file of the repository; each is parsed once.
  static func source(of path: String) throws -> SwiftSource {
    if let source = sources.withLock({ $0[path] }) { return source }
    let source = SwiftSource(try text(of: path))
    sources.withLock { $0[path] = source }
    return source
  }

  /// The members of a Swift file of the repository; each file is searched once.
  static func members(of path: String) throws -> [DocumentedMember] {
    if let members = members.withLock({ $0[path] }) { return members }
    let members = DocumentedMember.all(in: try text(of: path), parsedAs: try source(of: path))
    Self.members.withLock { $0[path] = members }
    return members
  }

  private static let members = Mutex<[String: [DocumentedMember]]>([:])
  private static let sources = Mutex<[String: SwiftSource]>([:])

  static func text(of path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }
}
