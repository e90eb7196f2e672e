import Testing

/// An arrow only ever points down: held against what SwiftPM knows and against every `import`.
@Suite struct `The arrows of the house` {
  let house = House.peoplebook

  @Test func `every dependency points down, to a module of the table`() throws {
    let package = try Package.described()
    let objections = package.targets.filter { !$0.isTest }.flatMap { target in
      target.dependencies.compactMap { house.objection(to: target.name, seeing: $0) }
    }
    #expect(objections == [])
    #expect(Set(package.targets.filter { !$0.isTest }.map(\.name)).isSubset(of: house.modules.map(\.name)))
  }

  @Test func `the core of the program cannot see a view, not even through others`() throws {
    let package = try Package.described()
    let reach = package.reach(of: "PeoplebookCore")
    #expect(reach.contains("Reactive"))
    #expect(reach.isDisjoint(with: ["TUIKit", "Bindery", "TUITesting", "CNcurses", "CPNG", "CTerminal", "peoplebook"]))
  }

  @Test func `every import is one that the table allows`() throws {
    var objections: [String] = []
    for path in try Repository.swiftFiles(under: "Sources") {
      let module = String(path.split(separator: "/")[1])
      for (imported, line) in SwiftSource(try Repository.text(of: path)).imports
      where imported != module && !House.toolchain.contains(imported) {
        if let objection = house.objection(to: module, seeing: imported) {
          objections.append("\(path):\(line): \(objection)")
        }
      }
    }
    #expect(objections == [])
  }

  @Test func `the screens see people through view models only`() throws {
    let files = try Repository.swiftFiles(under: "Sources/peoplebook/Screens")
    #expect(files.count > 10)
    for path in files {
      let modules = SwiftSource(try Repository.text(of: path)).imports.map(\.module)
      #expect(!modules.contains("Persistence"), "\(path)")
    }
  }

  @Test func `nothing is declared that no file of a target imports`() throws {
    var unused: [String] = []
    for target in try Package.described().targets where target.moduleType == "SwiftTarget" {
      let imported = try Repository.swiftFiles(under: target.path).reduce(into: Set<String>()) { modules, path in
        modules.formUnion(SwiftSource(try Repository.text(of: path)).imports.map(\.module))
      }
      unused += target.dependencies.filter { !imported.contains($0) }.map { "\(target.name) does not import \($0)" }
    }
    #expect(unused == [])
  }

  @Test func `the table itself has an objection to an arrow that points up or sideways`() {
    #expect(house.objection(to: "Reactive", seeing: "Time") == nil)
    #expect(house.objection(to: "Time", seeing: "Reactive") != nil)
    #expect(house.objection(to: "PeoplebookCore", seeing: "TUIKit") != nil)
    #expect(house.objection(to: "Bindery", seeing: "Persistence") != nil)
    #expect(house.objection(to: "TUIKit", seeing: "Reactive") != nil)
    #expect(house.objection(to: "peoplebook", seeing: "Bindery") == nil)
    #expect(house.objection(to: "peoplebook", seeing: "Benchmarks") != nil)
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
