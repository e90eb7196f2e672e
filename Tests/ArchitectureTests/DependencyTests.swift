import Testing

/// The dependencies that SwiftPM reports and every `import` agree with the table of layers.
@Suite struct `The dependencies between modules` {
  let layers = ModuleLayers.peoplebook

  @Test func `every dependency is on a lower layer of the table`() throws {
    let package = try Package.described.get()
    let violations = package.targets.filter { !$0.isTest }.flatMap { target in
      target.dependencies.compactMap { layers.violation(of: target.name, importing: $0) }
    }
    #expect(violations == [])
    #expect(Set(package.targets.filter { !$0.isTest }.map(\.name)).isSubset(of: layers.modules.map(\.name)))
  }

  @Test func `PeoplebookCore reaches no module with views`() throws {
    let package = try Package.described.get()
    let reach = package.reach(of: "PeoplebookCore")
    #expect(reach.contains("Reactive"))
    #expect(reach.isDisjoint(with: ["TUIKit", "Bindery", "TUITesting", "CNcurses", "CPNG", "CTerminal", "peoplebook"]))
  }

  @Test func `the program reaches no module with sockets`() throws {
    #expect(
      try Package.described.get().reach(of: "peoplebook").isDisjoint(with: ["Actors", "CWebSockets", "Replication"]))
  }

  @Test func `every import is allowed by the table`() throws {
    var violations: [String] = []
    for path in try Repository.swiftFiles(under: "Sources") {
      let module = String(path.split(separator: "/")[1])
      for (imported, line) in try Repository.source(of: path).imports
      where imported != module && !ModuleLayers.toolchain.contains(imported) {
        if let violation = layers.violation(of: module, importing: imported) {
          violations.append("\(path):\(line): \(violation)")
        }
      }
    }
    #expect(violations == [])
  }

  @Test func `the screens use people through view models only`() throws {
    let files = try Repository.swiftFiles(under: "Sources/peoplebook/Screens")
    #expect(files.count > 10)
    for path in files {
      let modules = try Repository.source(of: path).imports.map(\.module)
      #expect(!modules.contains("Persistence"), "\(path)")
    }
  }

  @Test func `every declared dependency is imported`() throws {
    var unused: [String] = []
    for target in try Package.described.get().targets where target.moduleType == "SwiftTarget" {
      let paths = try Repository.swiftFiles(under: target.path)
      let missing = try target.dependencies.filter { dependency in
        // A program's name may have a hyphen, which no module has.
        let module = dependency.replacing("-", with: "_")
        return try !paths.contains { try Repository.source(of: $0).imports.contains { $0.module == module } }
      }
      unused += missing.map { "\(target.name) does not import \($0)" }
    }
    #expect(unused == [])
  }

  @Test func `the table rejects dependencies on the same or a higher layer`() {
    #expect(layers.violation(of: "Reactive", importing: "Time") == nil)
    #expect(layers.violation(of: "Time", importing: "Reactive") != nil)
    #expect(layers.violation(of: "PeoplebookCore", importing: "TUIKit") != nil)
    #expect(layers.violation(of: "Bindery", importing: "Persistence") != nil)
    #expect(layers.violation(of: "TUIKit", importing: "Reactive") != nil)
    #expect(layers.violation(of: "peoplebook", importing: "Bindery") == nil)
    #expect(layers.violation(of: "peoplebook", importing: "Benchmarks") != nil)
    #expect(layers.violation(of: "peoplebook", importing: "Actors") != nil)
  }

  @Test func `imports are found in every form, and only in code`() {
    let source = SwiftSource(
      """
      import One
      @testable import Two
      public import struct Three.Name // import Four
      /* import Five
         import Six */ import Seven
      let text = "import Eight \\(name("import Nine"))"
      """)
    #expect(source.imports.map(\.module) == ["One", "Two", "Three", "Seven"])
    #expect(source.imports.map(\.line) == [1, 2, 3, 5])
  }
}
