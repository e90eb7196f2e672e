import Testing

/// A type name has one meaning in the package.
///
/// A type that another one contains is named through it, as in `Rendition.Color`, and is compared with the types at
/// file scope: those of its module, and the public ones of other modules. A private type is compared with those of its
/// own module only.
@Suite struct TypeNameTests {
  /// The programs that consist of independent files.
  private static let exempt: Set<Substring> = ["Examples", "Benchmarks"]

  /// Nested types that have the name of a type of their module, or of another module's public type, by module, with
  /// what they are.
  private static let nested = [
    "Actors.Query": "how a handle finds its actor",
    "Persistence.Event": "a reason to check the book",
    "PeoplebookCore.Change": "a change of the tracked rows",
    "PeoplebookCore.Column": "a column of a CSV file",
    "PeoplebookCore.File": "an imported file",
    "Reactive.Filter": "the publisher of the operator",
    "Reactive.Publisher": "a publisher of an optional or a result, as in Combine",
    "ReactiveTesting.Event": "an event of a marble diagram",
    "Replication.Commit": "a transaction as its author wrote it",
    "Scenes.Effect": "what a slot changes",
    "TUIKit.Button": "a button of an alert, or of the mouse",
    "TUIKit.Change": "a change of a text, or of rows",
    "TUITesting.Color": "a color of the terminal",
  ]

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

  @Test func `a nested type does not have the name of a type at file scope`() throws {
    let paths = try Repository.swiftFiles(under: "Sources").filter { !Self.exempt.contains(Self.module(of: $0)) }
    let found = Self.nestedNames(try paths.map { ($0, try Repository.source(of: $0)) })
    #expect(found.filter { Self.nested[$0] == nil } == [])
    #expect(Set(Self.nested.keys).subtracting(found) == [], "Not needed any more")
  }

  @Test func `a nested type is compared with its module, and with public types`() {
    let files = [
      ("Sources/A/One.swift", "public struct Shared {}\nstruct Own {}\npublic struct Outer {\n  enum Outer {}\n}"),
      ("Sources/B/Two.swift", "enum Space {\n  struct Shared {}\n  struct Own {}\n  private enum Outer {}\n}"),
      ("Sources/C/Three.swift", "enum Space {\n  typealias Shared = Int\n  class func Outer() {}\n}"),
      ("Sources/D/Four.swift", "private struct One {}\nstruct Two {\n  struct One {}\n  private struct Three {}\n}"),
      ("Sources/D/Five.swift", "struct Three {\n  struct Two {}\n}"),
    ]
    #expect(Self.nestedNames(files.map { ($0.0, SwiftSource($0.1)) }) == ["A.Outer", "B.Shared", "D.Two"])
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

  /// The nested types that have the name of a type of their module, or of another module's public type, by module.
  private static func nestedNames(_ files: [(path: String, source: SwiftSource)]) -> [String] {
    var declaring: [Substring: Set<Substring>] = [:]
    var publicTypes: Set<Substring> = []
    for (path, source) in files {
      for type in source.fileScopeTypes where !type.isPrivate {
        declaring[type.name, default: []].insert(module(of: path))
        if type.isPublic { publicTypes.insert(type.name) }
      }
    }
    let nested = files.flatMap { path, source in
      let module = module(of: path)
      return source.types.filter { type in
        guard type.isNested, !type.isPrivate, let modules = declaring[type.name] else { return false }
        return modules.contains(module) || publicTypes.contains(type.name)
      }.map { "\(module).\($0.name)" }
    }
    return Set(nested).sorted()
  }
}
