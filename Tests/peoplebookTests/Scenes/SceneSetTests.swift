import FoundationEssentials
import Testing

@testable import peoplebook

/// The scenes in the program are those in `Resources/scenes`.
@Suite struct SceneSetTests {
  private static let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  @Test(arguments: SceneSet.allCases)
  func `the program has the files of a set`(set: SceneSet) throws {
    let name = set.rawValue.prefix(1).uppercased() + set.rawValue.dropFirst()
    let path = "\(Self.root)/Sources/peoplebook/Scenes/SceneSet+\(name).swift"
    let source = try Self.source(of: set)
    if Self.isRecording { try source.write(toFile: path, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == source, "run `make snapshots` and build again")
  }

  /// The Swift file with the texts of a set.
  private static func source(of set: SceneSet) throws -> String {
    let texts = try SceneName.allCases.map { name in
      let path = "\(root)/Resources/scenes/\(set.rawValue)/\(name.fileName)"
      let lines = joined(try String(contentsOfFile: path, encoding: .utf8)).map { "    \($0)\n" }
      return "    .\(name.rawValue): #\"\"\"\n\(lines.joined())    \"\"\"#,\n"
    }
    return """
      extension SceneSet {
        /// The files of `Resources/scenes/\(set.rawValue)` in fewer lines; `make snapshots` writes this file.
        static let \(set.rawValue)Texts: [SceneName: String] = [
      \(texts.joined())  ]
      }

      """
  }

  /// The text in as few lines as fit into 110 columns, which is the same JSON.
  private static func joined(_ text: String) -> [String] {
    var lines: [String] = []
    for part in text.split(separator: "\n") {
      let part = part.drop { $0 == " " }
      if let last = lines.last, last.count + 1 + part.count <= 110 {
        lines[lines.count - 1] += " \(part)"
      } else {
        lines.append(String(part))
      }
    }
    return lines
  }
}
