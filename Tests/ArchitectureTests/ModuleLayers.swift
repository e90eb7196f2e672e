/// The layers of the package: the layer of each module, and the modules that it may import.
struct ModuleLayers {
  struct Module: CustomStringConvertible {
    var name: String
    var layer: Int
    var mayImport: Set<String>
    /// The exceptions of a program that may import everything below.
    var exceptions: Set<String> = []

    var description: String {
      let list = mayImport.sorted().joined(separator: ", ")
      return "\(name) (\(layer)): \(list)" + exceptions.sorted().map { " -\($0)" }.joined()
    }
  }

  let modules: [Module]

  static let peoplebook = ModuleLayers(modules: [
    Module(name: "peoplebook", layer: 5, mayImport: everythingBelow, exceptions: ["Actors", "Replication"]),
    Module(
      name: "peoplebook-sync", layer: 5,
      mayImport: ["PeoplebookCore", "Replication", "Persistence", "Reactive", "Algorithms"]),
    Module(name: "PeoplebookCore", layer: 4, mayImport: ["Reactive", "Persistence", "RIV", "Time", "Algorithms"]),
    Module(
      name: "Replication", layer: 3,
      mayImport: ["Persistence", "Actors", "Reactive", "Time", "Algorithms", "CSodium", "CPostgreSQL"]),
    Module(name: "Bindery", layer: 3, mayImport: ["Reactive", "TUIKit", "RIV", "Scenes", "Time"]),
    Module(name: "TUITesting", layer: 3, mayImport: ["TUIKit", "Time", "Algorithms", "CVTerm"]),
    Module(name: "RIVTesting", layer: 3, mayImport: ["RIV", "Reactive", "Time"]),
    Module(name: "Persistence", layer: 2, mayImport: ["Reactive", "Time", "Algorithms", "CSQLite", "CICU"]),
    Module(name: "Actors", layer: 2, mayImport: ["Reactive", "Time", "Algorithms", "CSQLite", "CWebSockets"]),
    Module(name: "RIV", layer: 2, mayImport: ["Reactive", "Time"]),
    Module(name: "Scenes", layer: 2, mayImport: ["Reactive", "Time", "Algorithms"]),
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
    Module(name: "CSodium", layer: 0, mayImport: []),
    Module(name: "CWebSockets", layer: 0, mayImport: []),
    Module(name: "CPostgreSQL", layer: 0, mayImport: []),
    // Programs and test support; see `programs`.
    Module(name: "Examples", layer: 6, mayImport: everythingBelow),
    Module(name: "Benchmarks", layer: 6, mayImport: everythingBelow),
    Module(name: "TUIKitList", layer: 6, mayImport: ["TUIKit", "Time"]),
    Module(name: "NcursesBaseline", layer: 6, mayImport: []),
    Module(name: "WebSocketBaseline", layer: 6, mayImport: []),
    Module(name: "BookWriter", layer: 6, mayImport: ["Persistence"]),
    Module(name: "CountingHost", layer: 6, mayImport: ["Actors"]),
    Module(name: "Soak", layer: 6, mayImport: everythingBelow),
    Module(name: "Fuzz", layer: 6, mayImport: everythingBelow),
    Module(name: "TestSupport", layer: 5, mayImport: ["Algorithms"]),
    Module(name: "CounterFeature", layer: 5, mayImport: ["RIV"]),
  ])

  /// The programs and test support that no module imports and that the pages do not list.
  static let programs: Set<String> = [
    "Examples", "Benchmarks", "TUIKitList", "NcursesBaseline", "WebSocketBaseline", "BookWriter", "CountingHost",
    "Soak", "Fuzz", "TestSupport", "CounterFeature",
  ]

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
    let isListed = module.mayImport == Self.everythingBelow || module.mayImport.contains(other)
    if isListed, !module.exceptions.contains(other) { return nil }
    return "\(name) may not import \(other)"
  }
}
