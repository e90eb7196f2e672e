import Testing

/// A binding of the toolkit is shown in use: by an example, or by the application.
@Suite struct BindingUseTests {
  private static func sources(under folders: String...) throws -> [SwiftSource] {
    try folders.flatMap { try Repository.swiftFiles(under: $0) }.map { try Repository.source(of: $0) }
  }

  @Test func `every binding of a property is used with its owner`() throws {
    let declared = try Self.sources(under: "Sources/Bindery").flatMap(\.bindings)
    let programs = try Self.sources(under: "Sources/Examples", "Sources/peoplebook")
    let classes = try Self.sources(under: "Sources/TUIKit").flatMap(\.classes) + programs.flatMap(\.classes)
    #expect(declared.count > 30)
    #expect(BindingUses(declared, classes: classes).unused(in: programs) == [])
  }

  @Test func `every chain of bindings is used`() throws {
    let declared = try Self.sources(under: "Sources/Bindery").flatMap {
      Pattern(#"\btypealias (\w+) = BindingChain<"#).matches(in: $0.code)
    }
    let used = try Self.sources(under: "Sources/Examples", "Sources/peoplebook").flatMap {
      Pattern(#"\b(\w+Binding)\(\)"#).matches(in: $0.code)
    }
    #expect(declared.count > 2)
    #expect(Set(declared.map { $0[1] }).subtracting(used.map { $0[1] }).sorted() == [])
  }

  @Test func `every link of a chain is used`() throws {
    let declared = try Self.sources(
      under: "Sources/Bindery/Controls", "Sources/Bindery/Table", "Sources/Bindery/Delegates"
    )
    .flatMap(\.chainLinks)
    let used = try Self.sources(under: "Sources/Examples", "Sources/peoplebook").flatMap {
      Pattern(#"\.(\w+)(?:\(| \{)"#).matches(in: $0.code).map { String($0[1]) }
    }
    #expect(declared.count > 30)
    // The other links are made of these two, which do not belong to one view.
    #expect(Set(declared).subtracting(used).subtracting(["adding", "answering"]).sorted() == [])
  }

  @Test func `links return the longer chain`() {
    let source = SwiftSource(
      """
      extension BindingChain where Target: Label {
        public func one(_ value: Int) -> Self { self }
        public static func two<Element>(
          _ value: [Element], make: (Int) -> Element
        ) -> Self where Element: Sendable {
        }
        public func `three`(_ body: @escaping () -> Void) -> Self {
        }
        public func count() -> Int { 0 }
        private func four() -> Self { self }
      }
      """)
    #expect(source.chainLinks == ["one", "two", "three"])
  }

  @Test func `a use counts for the type of its variable`() {
    let bindings = SwiftSource(
      """
      extension Label { // Two bindings.
        var textBinding: Binding<Label, String> { fatalError() }
        var roleBinding: Binding<Label, ColorRole> { fatalError() }
      }
      extension Field {
        var textBinding: Binding<Field, String> { fatalError() }
      }
      extension Chart {
        var roleBinding: Binding<Chart, ColorRole> { fatalError() }
        var barsBinding: Binding<Chart, [Double]> { fatalError() }
      }
      """
    ).bindings
    let classes = SwiftSource("class SearchField: Field {}\nclass Label: View {}").classes
    let page = SwiftSource(
      """
      let (search, chart) = (SearchField("name"), Chart())
      let rows: [Label] = []
      search.textBinding *= a
      chart.roleBinding *= b
      other.barsBinding *= c
      rows[1].textBinding *= d
      """)
    #expect(BindingUses(bindings, classes: classes).unused(in: [page]) == ["Label.roleBinding"])
    let screen = SwiftSource("class Screen: View {\n  let title = Label()\n}")
    let subclass = SwiftSource("class Page: Screen {\n  func bind() { title.roleBinding *= a }\n}")
    let all = classes + screen.classes + subclass.classes
    #expect(BindingUses(bindings, classes: all).unused(in: [page, screen, subclass]) == [])
  }
}

/// The bindings that a toolkit declares, and where programs use them.
struct BindingUses {
  private let owners: [String: Set<String>]
  private let ancestors: [String: [String]]

  init(_ bindings: [(owner: String, name: String)], classes: [SwiftSource.Class]) {
    owners = Dictionary(grouping: bindings, by: \.name).mapValues { Set($0.map(\.owner)) }
    ancestors = Dictionary(classes.map { ($0.name, $0.ancestors) }) { first, _ in first }
  }

  /// The bindings that no source uses.
  ///
  /// A name that several types declare counts for the type of the variable before it, which a superclass may declare.
  func unused(in sources: [SwiftSource]) -> [String] {
    var used: Set<String> = []
    let variables = Dictionary(sources.flatMap { file in file.classes.map { ($0.name, file.variableTypes) } }) {
      $0.merging($1) { $0.union($1) }
    }
    let use = Pattern(#"(?:(\w+)(?:\[\d+\])?)?\.(\w+Binding)\b(?!\.)"#)
    for source in sources {
      var types = source.variableTypes
      for name in superclasses(of: source) { types.merge(variables[name] ?? [:]) { $0.union($1) } }
      for match in use.matches(in: source.code) {
        let name = String(match[2])
        guard let owners = owners[name] else { continue }
        if owners.count == 1 { used.formUnion(owners.map { "\($0).\(name)" }) }
        for type in types[String(match[1])] ?? [] {
          if let owner = owner(of: type, among: owners) { used.insert("\(owner).\(name)") }
        }
      }
    }
    return owners.flatMap { name, owners in owners.map { "\($0).\(name)" } }.filter { !used.contains($0) }.sorted()
  }

  /// The classes above those of a file.
  private func superclasses(of source: SwiftSource) -> Set<String> {
    var (names, rest): (Set<String>, [String]) = ([], source.classes.flatMap(\.ancestors))
    while let name = rest.popLast() {
      if names.insert(name).inserted { rest += ancestors[name] ?? [] }
    }
    return names
  }

  /// The nearest class above a type that is one of `owners`.
  private func owner(of type: String, among owners: Set<String>) -> String? {
    if owners.contains(type) { return type }
    return (ancestors[type] ?? []).lazy.compactMap { owner(of: $0, among: owners) }.first
  }
}

extension SwiftSource {
  /// The bindings that the file's extensions declare.
  var bindings: [(owner: String, name: String)] {
    extensionMembers.filter { $0.name.hasSuffix("Binding") }.map { (String($0.type), String($0.name)) }
  }

  /// The public functions that return the type that declares them: the links of a chain.
  var chainLinks: [String] {
    Pattern(#"\bpublic (?:static )?func `?(\w+)`?[^{}]*? -> Self\b"#).matches(in: code).map { String($0[1]) }
  }

  /// The functions and properties that the file's extensions declare, with the extended types.
  var extensionMembers: [(type: Substring, name: Substring)] {
    var type: Substring?
    var members: [(type: Substring, name: Substring)] = []
    let extended = Pattern(#"^(?:@?\w+ )*?extension (\w+)"#)
    let member = Pattern(#"\b(?:func|var|let) (\w+)"#)
    for line in code.split(separator: "\n") {
      if !line.hasPrefix(" "), !line.hasPrefix("}") {
        type = extended.firstMatch(in: line)?[1]
      } else if let type, !line.hasPrefix("   "), let name = member.firstMatch(in: line)?[1] {
        members.append((type, name))
      }
    }
    return members
  }

  /// The types of the file's variables and parameters, as far as their declarations name them.
  var variableTypes: [String: Set<String>] {
    var types: [String: Set<String>] = [:]
    for match in Pattern(#"(?<!\w\.)\b(\w+)(?:: \[?| = )([A-Z]\w*)"#).matches(in: code) {
      types[String(match[1]), default: []].insert(String(match[2]))
    }
    for match in Pattern(#"\b(?:let|var) \(([\w, ]+)\) = \(([^\n]*)\)\n"#).matches(in: code) {
      let names = match[1].split(separator: ", ")
      // The arguments of the initializers are not of interest.
      let values = Pattern(#"(?:^|, )([A-Z]\w*)\("#).matches(in: match[2])
      for (name, value) in zip(names, values) { types[String(name), default: []].insert(String(value[1])) }
    }
    return types
  }
}
