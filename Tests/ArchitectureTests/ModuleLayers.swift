/// The layers of the package: the layer of each module, and the modules that it may import.
struct ModuleLayers {
  struct Module {
    var name: String
    var layer: Int
    var mayImport: Set<String>
  }

  let modules: [Module]

  static let peoplebook = ModuleLayers(modules: [
    Module(name: "peoplebook", layer: 5, mayImport: everythingBelow),
    Module(name: "PeoplebookCore", layer: 4, mayImport: ["Reactive", "Persistence", "RIV", "Time", "Algorithms"]),
    Module(name: "Bindery", layer: 3, mayImport: ["Reactive", "TUIKit", "RIV", "Time"]),
    Module(name: "TUITesting", layer: 3, mayImport: ["TUIKit", "Time", "Algorithms", "CVTerm"]),
    Module(name: "RIVTesting", layer: 3, mayImport: ["RIV", "Reactive", "Time"]),
    Module(name: "Persistence", layer: 2, mayImport: ["Reactive", "Time", "Algorithms", "CSQLite", "CICU"]),
    Module(name: "RIV", layer: 2, mayImport: ["Reactive", "Time"]),
    Module(name: "ReactiveTesting", layer: 2, mayImport: ["Reactive", "Time"]),
    Module(name: "Reactive", layer: 1, mayImport: ["Time", "Algorithms"]),
    Module(name: "TUIKit", layer: 1, mayImport: ["Time", "Algorithms", "CNcurses", "CPNG", "CTerminal"]),
    Module(name: "Algorithms", layer: 0, mayImport: []),
    Module(name: "Time", layer: 0, mayImport: []),
    Module(name: "CTerminal", layer: 0, mayImport: []),
    Module(name: "CNcurses", layer: 0, mayImport: []),
    Module(name: "CPNG", layer: 0, mayImport: []),
    Module(name: "CSQLite", layer: 0, mayImport: []),
    Module(name: "CICU", layer: 0, mayImport: []),
    Module(name: "CVTerm", layer: 0, mayImport: []),
    // Programs and test support, which no module imports.
    Module(name: "Examples", layer: 6, mayImport: everythingBelow),
    Module(name: "Benchmarks", layer: 6, mayImport: everythingBelow),
    Module(name: "NcursesBaseline", layer: 6, mayImport: []),
    Module(name: "BookWriter", layer: 6, mayImport: ["Persistence"]),
    Module(name: "TestSupport", layer: 5, mayImport: ["Algorithms"]),
  ])

  /// Marks a program that may import every module of a lower layer.
  private static let everythingBelow: Set<String> = ["*"]

  /// The modules of the toolchain and the system that any module may import.
  static let toolchain: Set<String> = [
    "Swift", "FoundationEssentials", "Dispatch", "Glibc", "Synchronization",
    // Finds the caller of a programmer error, in debug builds.
    "Runtime",
    // Lets test support record issues.
    "Testing",
  ]

  subscript(name: String) -> Module? {
    modules.first { $0.name == name }
  }

  /// The reason why `name` may not import `other`; `nil` when it may.
  func violation(of name: String, importing other: String) -> String? {
    guard let module = self[name] else { return "\(name) is not in the table of layers" }
    guard let target = self[other] else { return "\(name) imports \(other), which is not in the table of layers" }
    if target.layer >= module.layer {
      return "\(name) (layer \(module.layer)) imports \(other) (layer \(target.layer))"
    }
    if module.mayImport == Self.everythingBelow || module.mayImport.contains(other) { return nil }
    return "\(name) may not import \(other)"
  }
}
