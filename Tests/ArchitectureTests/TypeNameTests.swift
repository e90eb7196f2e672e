import Testing

/// A type name has one meaning in the package.
///
/// A type that another one contains is named through it, as in `Rendition.Color`. A private type is compared with those
/// of its own module only.
@Suite struct TypeNameTests {
  /// The programs whose files are independent of each other.
  private static let exempt: Set<Substring> = ["Examples", "ActorExamples", "Benchmarks"]

  @Test func `two files do not declare types of the same name`() throws {
    let paths = try Repository.swiftFiles(under: "Sources").filter { !Self.exempt.contains(Self.module(of: $0)) }
    #expect(paths.count > 500)
    #expect(Self.repeated(try paths.map { ($0, try Repository.source(of: $0)) }) == [])
  }

  @Test func `a private type is compared with those of its module`() {
    let files = [
      ("Sources/A/One.swift", "public struct Shared {}\nprivate enum Own {}\nstruct Outer { struct Nested {} }"),
      ("Sources/A/Two.swift", "@MainActor\nfileprivate final class Own {}\nstruct Nested {}\n// struct Outer {}"),
      ("Sources/B/Three.swift", "protocol Shared {}\nprivate struct Own {}\nprivate struct Outer {}"),
    ]
    #expect(
      Self.repeated(files.map { ($0.0, SwiftSource($0.1)) }) == [
        "Own: Sources/A/One.swift, Sources/A/Two.swift", "Shared: Sources/A/One.swift, Sources/B/Three.swift",
      ])
  }

  private static func module(of path: String) -> Substring { path.split(separator: "/")[1] }

  /// The names that several files declare, each with its files.
  private static func repeated(_ files: [(path: String, source: SwiftSource)]) -> [String] {
    var declaring: [String: [String: Set<String>]] = [:]
    for (path, source) in files {
      let module = String(module(of: path))
      for type in source.fileScopeTypes {
        // The scope "" is that of all modules.
        for scope in type.isPrivate ? [module] : [module, ""] {
          declaring[scope, default: [:]][String(type.name), default: []].insert(path)
        }
      }
    }
    let repeated = declaring.values.flatMap { names in
      names.filter { $0.value.count > 1 }.map { "\($0.key): \($0.value.sorted().joined(separator: ", "))" }
    }
    return Set(repeated).sorted()
  }
}
