import Testing

/// A main-actor class is `Sendable`, so it and its stored values may be freed on any thread.
///
/// Publishers and tokens belong to one isolation domain. A class that stores them must therefore have an isolated
/// `deinit`, which the compiler does not check.
@Suite struct `Where classes die` {
  /// The types with a `deinit` that has an effect or touches a graph of publishers.
  private static let tokens: Set<Substring> = [
    "AnyCancellable", "Cancellable", "Binding", "BindingGroup", "ReusableBindingGroup", "Attachments",
    "Subject", "CurrentValue", "Published", "AnyPublisher", "Results",
    "ObservableArray", "AnyObservableArray", "MutableObservableArray", "ImmutableObservableArray",
  ]

  private static func mentionsToken(_ property: String) -> Bool {
    property.split { !$0.isLetter && !$0.isNumber }.contains { tokens.contains($0) }
  }

  /// The main-actor classes that store such a type and neither declare nor inherit an isolated `deinit`.
  static func offenders(in sources: [(path: String, source: SwiftSource)]) -> [String] {
    let classes = sources.flatMap { path, source in source.classes.map { (path: path, type: $0) } }
    let byName = Dictionary(classes.map { ($0.type.name, $0.type) }, uniquingKeysWith: { first, _ in first })

    func lineage(_ type: SwiftSource.Class) -> [SwiftSource.Class] {
      var line = [type]
      while let parent = line[line.count - 1].ancestors.lazy.compactMap({ byName[$0] }).first, line.count < 32 {
        line.append(parent)
      }
      return line
    }

    return classes.compactMap { path, type in
      let line = lineage(type)
      guard line.contains(where: \.isMainActor), !line.contains(where: \.declaresIsolatedDeinit) else { return nil }
      guard let property = type.storedProperties.first(where: mentionsToken) else { return nil }
      let declaration = property.drop { $0 == " " }
      return "\(path):\(type.line): \(type.name) stores `\(declaration)` and declares no isolated deinit"
    }
  }

  @Test func `classes that store tokens or publishers have an isolated deinit`() throws {
    let sources = try Repository.swiftFiles(under: "Sources").map {
      (path: $0, source: try Repository.source(of: $0))
    }
    #expect(sources.contains { !$0.source.classes.isEmpty })
    #expect(Self.offenders(in: sources) == [])
  }

  @Test func `the rule finds classes without one`() {
    let source = SwiftSource(
      """
      @MainActor
      public final class Careless {
        private var tokens: Set<AnyCancellable> = []
      }
      @MainActor final class Careful {
        @Published var name = ""
        isolated deinit {}
      }
      @MainActor class Parent { isolated deinit {} }
      final class Child: Parent { let subject = Subject<Int, Never>() }
      final class Free { var token: AnyCancellable? }
      @MainActor class Empty {
        var names: [String] { didSet { print(names) } }
        var token: AnyCancellable? { nil }
        static var shared: AnyCancellable?
      }
      class Heir: Empty, Sendable {
        let changes: AnyPublisher<Int, Never>
        func use() { let binding: Binding? = nil }
      }
      """)
    let names = Self.offenders(in: [("file", source)]).map { $0.split(separator: " ")[1] }
    #expect(names == ["Careless", "Heir"])
  }
}
