/// The floors of the house: which module stands where, and which others it may see. `nil` is everything below.
struct House {
  struct Module {
    var name: String
    var floor: Int
    var maySee: Set<String>
  }

  let modules: [Module]

  static let peoplebook = House(modules: [
    Module(name: "peoplebook", floor: 5, maySee: everythingBelow),
    Module(name: "PeoplebookCore", floor: 4, maySee: ["Reactive", "Persistence", "RIV", "Time", "Algorithms"]),
    Module(name: "Bindery", floor: 3, maySee: ["Reactive", "TUIKit", "RIV", "Time"]),
    Module(name: "TUITesting", floor: 3, maySee: ["TUIKit", "Time", "Algorithms", "CVTerm"]),
    Module(name: "RIVTesting", floor: 3, maySee: ["RIV", "Reactive", "Time"]),
    Module(name: "Persistence", floor: 2, maySee: ["Reactive", "Time", "Algorithms", "CSQLite", "CICU"]),
    Module(name: "RIV", floor: 2, maySee: ["Reactive", "Time"]),
    Module(name: "ReactiveTesting", floor: 2, maySee: ["Reactive", "Time"]),
    Module(name: "Reactive", floor: 1, maySee: ["Time", "Algorithms"]),
    Module(name: "TUIKit", floor: 1, maySee: ["Time", "Algorithms", "CNcurses", "CPNG", "CTerminal"]),
    Module(name: "Algorithms", floor: 0, maySee: []),
    Module(name: "Time", floor: 0, maySee: []),
    Module(name: "CTerminal", floor: 0, maySee: []),
    Module(name: "CNcurses", floor: 0, maySee: []),
    Module(name: "CPNG", floor: 0, maySee: []),
    Module(name: "CSQLite", floor: 0, maySee: []),
    Module(name: "CICU", floor: 0, maySee: []),
    Module(name: "CVTerm", floor: 0, maySee: []),
    // Beside the house: what no module imports.
    Module(name: "Examples", floor: 6, maySee: everythingBelow),
    Module(name: "Benchmarks", floor: 6, maySee: everythingBelow),
    Module(name: "NcursesBaseline", floor: 6, maySee: []),
    Module(name: "BookWriter", floor: 6, maySee: ["Persistence"]),
    Module(name: "TestSupport", floor: 6, maySee: []),
  ])

  /// The mark of a program that stands on top of everything.
  private static let everythingBelow: Set<String> = ["*"]

  /// What comes with the toolchain and the system, by the reason for which it is let in.
  static let toolchain: Set<String> = [
    "Swift", "FoundationEssentials", "Dispatch", "Glibc", "Synchronization",
    // The caller of a programmer error, in debug builds.
    "Runtime",
    // Test support records issues.
    "Testing",
  ]

  subscript(name: String) -> Module? {
    modules.first { $0.name == name }
  }

  /// Why `name` may not see `other`, in words; `nil` when it may.
  func objection(to name: String, seeing other: String) -> String? {
    guard let module = self[name] else { return "\(name) has no place in the house" }
    guard let target = self[other] else { return "\(name) sees \(other), which has no place in the house" }
    if target.floor >= module.floor { return "\(name) (floor \(module.floor)) sees \(other) (floor \(target.floor))" }
    if module.maySee == Self.everythingBelow || module.maySee.contains(other) { return nil }
    return "\(name) has no business with \(other)"
  }
}
