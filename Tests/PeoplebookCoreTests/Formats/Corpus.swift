import FoundationEssentials
import Glibc
import PeoplebookCore

/// Real files of other programs, in the folder named by PEOPLEBOOK_CORPUS or beside the package.
enum Corpus {
  static let folder: String = {
    if let path = getenv("PEOPLEBOOK_CORPUS") { return String(cString: path) }
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/\(package)/../shared/data"
  }()

  /// The reason why the tests that need it are skipped.
  static let absence = "The folder of real files is absent; PEOPLEBOOK_CORPUS can name it."

  static var isPresent: Bool { access(folder + "/vcards", R_OK) == 0 }

  /// All files in all folders of cards.
  static var files: [String] {
    guard let folders = try? FileManager.default.contentsOfDirectory(atPath: folder + "/vcards") else { return [] }
    return folders.sorted().flatMap { name -> [String] in
      let files = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/vcards/\(name)")
      return (files ?? []).filter { !$0.hasPrefix("_") }.sorted().map { "\(folder)/vcards/\(name)/\($0)" }
    }
  }

  static func people(_ name: String) throws -> [Person] { try read("\(folder)/vcards/\(name)").people }

  static func bytes(_ path: String) throws -> [UInt8] {
    let source = try FileByteSource(path: path)
    var bytes: [UInt8] = []
    while let chunk = try source.nextChunk() { bytes += chunk }
    return bytes
  }

  static func read(_ path: String) throws -> (people: [Person], report: ImportReport) {
    var reader = VCardReader(try FileByteSource(path: path))
    var people: [Person] = []
    while let person = try reader.next() { people.append(person) }
    return (people, reader.report)
  }
}
