// swift-tools-version: 6.2

import PackageDescription

/// The settings of every Swift target: Swift 6 mode, and warnings are errors.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
]

/// The libraries that `make test` has optimised.
///
/// The tests then take half the CPU time. Optimising the other libraries takes longer than it saves in the tests.
///
/// Without that variable the package has no unsafe flag, which would forbid others to depend on a version of it.
let optimized: Set =
  Context.environment["OPTIMIZED"] == nil
  ? [] : ["Algorithms", "Time", "Reactive", "TUIKit", "TUITesting", "Scenes", "Persistence", "PeoplebookCore"]

/// The test targets that alone are built, which `make test ONLY=Reactive` sets; empty for all.
let testTargets = (Context.environment["TESTED_MODULES"] ?? "").split(separator: " ").map { "\($0)Tests" }

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: optimized.contains(name) ? settings + [.unsafeFlags(["-O"])] : settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies, swiftSettings: settings)
}

let package = Package(
  name: "Peoplebook",
  products: [
    .executable(name: "peoplebook", targets: ["peoplebook"]),
    .executable(name: "peoplebook-sync", targets: ["peoplebook-sync"]),
    .library(name: "Bindery", targets: ["Bindery"]),
    .library(name: "Actors", targets: ["Actors"]),
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ReactiveTesting", targets: ["ReactiveTesting"]),
    .library(name: "Persistence", targets: ["Persistence"]),
    .library(name: "Replication", targets: ["Replication"]),
    .library(name: "RIV", targets: ["RIV"]),
    .library(name: "RIVTesting", targets: ["RIVTesting"]),
    .library(name: "Time", targets: ["Time"]),
    .library(name: "Scenes", targets: ["Scenes"]),
    .library(name: "TUIKit", targets: ["TUIKit"]),
    .library(name: "TUITesting", targets: ["TUITesting"]),
  ],
  targets: [
    // The layers of the package, from the highest to the lowest. A target depends only on lower layers, which
    // Tests/ArchitectureTests checks.
    program(
      "peoplebook",
      ["PeoplebookCore", "Bindery", "Scenes", "RIV", "Persistence", "Reactive", "TUIKit", "Time", "Algorithms"]),

    program("peoplebook-sync", ["PeoplebookCore", "Replication", "Persistence", "Reactive", "Algorithms"]),

    module("PeoplebookCore", ["RIV", "Persistence", "Reactive", "Time", "Algorithms"]),

    module("Replication", ["Persistence", "Actors", "Reactive", "Time", "Algorithms", "CSodium", "CPostgreSQL"]),
    module("Bindery", ["Reactive", "TUIKit", "RIV", "Scenes", "Time"]),
    module("TUITesting", ["TUIKit", "Time", "Algorithms", "CVTerm"]),
    module("RIVTesting", ["RIV", "Reactive", "Time"]),

    module("Persistence", ["Reactive", "Algorithms", "CSQLite", "CICU"]),
    module("Actors", ["Reactive", "Time", "Algorithms", "CSQLite", "CWebSockets"]),
    module("RIV", ["Reactive", "Time"]),
    module("Scenes", ["Reactive", "Time", "Algorithms"]),
    module("ReactiveTesting", ["Reactive", "Time"]),

    module("Reactive", ["Time", "Algorithms"]),
    module("TUIKit", ["Time", "Algorithms", "CNcurses", "CPNG", "CTerminal"]),

    module("Algorithms"),
    module("Time"),
    .target(name: "CTerminal"),
    .target(name: "CICU"),
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CPNG"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CVTerm"),
    .systemLibrary(name: "CSodium"),
    .systemLibrary(name: "CWebSockets"),
    .systemLibrary(name: "CPostgreSQL"),

    // Programs that no module depends on.
    program("Examples", ["Actors", "Bindery", "Scenes", "Reactive", "TUIKit", "Time"]),
    // A list of the toolkit and nothing else, and the same one written by hand in C, its baseline in the benchmarks.
    program("TUIKitList", ["TUIKit", "Time"]),
    .executableTarget(
      name: "NcursesBaseline", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    // An echo over WebSockets written in C, the baseline of the actor benchmarks.
    .executableTarget(name: "WebSocketBaseline", linkerSettings: [.linkedLibrary("websockets")]),
    program(
      "Benchmarks",
      [
        "Actors",
        "PeoplebookCore", "Bindery", "Scenes", "Persistence", "Reactive", "TUIKit", "TUITesting", "RIV", "Time",
        "Replication", "CSQLite", "CPostgreSQL",
        "TestSupport",
      ]),
    // Test support for several modules: temporary folders, typed keys, the built programs, the compiler.
    .target(
      name: "TestSupport", dependencies: ["Algorithms"], path: "Tests/Support/TestSupport", swiftSettings: settings),
    // A feature that counts, for the tests of RIV and RIVTesting.
    .target(
      name: "CounterFeature", dependencies: ["RIV"], path: "Tests/Support/CounterFeature", swiftSettings: settings),
    // Writes to a book in another process, which the tests of Persistence kill.
    .executableTarget(
      name: "BookWriter", dependencies: ["Persistence"], path: "Tests/Support/BookWriter", swiftSettings: settings),
    // Uses a shared book at random for a long time.
    .executableTarget(
      name: "Soak", dependencies: ["TUITesting", "TUIKit", "Algorithms", "TestSupport"], path: "Tests/Support/Soak",
      swiftSettings: settings),
    // Feeds decoders with mutated input.
    .executableTarget(
      name: "Fuzz", dependencies: ["PeoplebookCore", "Scenes", "Reactive", "Actors", "TUIKit", "TUITesting"],
      path: "Tests/Support/Fuzz", exclude: ["Corpus"], swiftSettings: settings),
    // Hosts an actor in another process, which the tests of Actors kill.
    .executableTarget(
      name: "CountingHost", dependencies: ["Actors"], path: "Tests/Support/CountingHost", swiftSettings: settings),

    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: settings),
    // The program that they run is built by the Makefile, with the parser of the toolchain.
    .testTarget(name: "MutantsTests", dependencies: ["TestSupport"], swiftSettings: settings),
    tests(of: "Algorithms", ["TestSupport"]),
    tests(of: "Fuzz", ["PeoplebookCore", "TestSupport"]),
    tests(of: "Time"),
    tests(of: "Reactive", ["ReactiveTesting", "Time", "Algorithms", "TestSupport"]),
    tests(of: "ReactiveTesting", ["Reactive", "Time"]),
    tests(of: "RIV", ["RIVTesting", "Reactive", "Time", "Algorithms", "CounterFeature"]),
    tests(of: "RIVTesting", ["RIV", "Time", "CounterFeature"]),
    tests(
      of: "Actors",
      ["Bindery", "TUIKit", "Reactive", "Time", "Algorithms", "CWebSockets", "TestSupport", "CountingHost"]),
    tests(of: "Scenes", ["Reactive", "Time", "Algorithms", "TestSupport"]),
    tests(of: "Persistence", ["Reactive", "Algorithms", "CSQLite", "TestSupport"]),
    tests(
      of: "peoplebook-sync",
      [
        "PeoplebookCore", "Replication", "Persistence", "Reactive", "TUIKit", "TUITesting", "Time", "Algorithms",
        "TestSupport",
      ]),
    tests(of: "Replication", ["Persistence", "Reactive", "Time", "Algorithms", "TestSupport"]),
    tests(of: "TUIKit", ["TUITesting", "Time", "Algorithms", "TestSupport"]),
    tests(of: "TUITesting", ["TUIKit", "Time", "Algorithms", "TestSupport"]),
    tests(
      of: "Bindery",
      [
        "TUITesting", "RIVTesting", "ReactiveTesting", "TUIKit", "Scenes", "Reactive", "RIV", "Time", "Algorithms",
        "TestSupport",
      ]),
    tests(of: "Examples", ["TUITesting", "TUIKit", "Time", "TestSupport"]),
    tests(of: "PeoplebookCore", ["RIVTesting", "RIV", "Reactive", "Persistence", "Algorithms", "TestSupport"]),
    tests(
      of: "peoplebook",
      [
        "TUITesting", "RIVTesting", "RIV", "PeoplebookCore", "Bindery", "Persistence", "Reactive", "TUIKit", "Time",
        "CSQLite", "TestSupport",
      ]),
  ].filter { $0.type != .test || testTargets.isEmpty || testTargets.contains($0.name) }
)
