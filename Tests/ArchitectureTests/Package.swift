import FoundationEssentials
import Glibc
import TestSupport

/// The package description of SwiftPM.
struct Package: Decodable {
  struct Target: Decodable {
    var name: String
    var type: String
    var moduleType: String
    var path: String
    var directDependencies: [String]?

    enum CodingKeys: String, CodingKey {
      case name, type, path
      case moduleType = "module_type"
      case directDependencies = "target_dependencies"
    }

    var isTest: Bool { type == "test" }
    var dependencies: [String] { directDependencies ?? [] }
  }

  var targets: [Target]

  /// The description of this package, which all tests share.
  static let described = Result { try describe() }

  /// Runs `swift package describe` in its own scratch folder: the usual one is locked by the build that runs this test.
  private static func describe() throws -> Package {
    let folder = TemporaryFolder()
    let scratch = folder.path
    let command = "swift package --package-path '\(Repository.root)' --scratch-path '\(scratch)' describe --type json"
    guard let pipe = popen("\(command) 2>'\(scratch)/errors'", "r") else { throw Failure("cannot start a shell") }
    var output = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
      output.append(contentsOf: buffer[..<count])
    }
    guard pclose(pipe) == 0 else {
      throw Failure(
        (try? String(contentsOfFile: "\(scratch)/errors", encoding: .utf8)) ?? "swift package describe failed")
    }
    return try JSONDecoder().decode(Package.self, from: output)
  }

  /// All modules that a target depends on, directly or indirectly.
  func reach(of name: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for dependency in targets.first(where: { $0.name == next })?.dependencies ?? []
      where reached.insert(dependency).inserted {
        open.append(dependency)
      }
    }
    return reached
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
