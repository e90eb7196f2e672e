import Algorithms
import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import TestSupport

/// Two machines share a book, and programs use it at random.
///
/// Two screens, the command line, a watcher and the processes of the relay edit, import, undo, share and watch it. Some
/// are killed, windows change their size, and the clock jumps. At the end nothing that was confirmed is lost, the log
/// agrees with the rows, both books are equal, and the programs that ran all the time have not grown.
final class Soak {
  private let place = TemporaryFolder()
  private let clock: ClockOffset
  private let first: Machine
  private let second: Machine
  private var random: SeededGenerator
  private var script: TypedScript
  private var nextKey = 0

  /// Runs all the time.
  private let steadyScreen: ProgramPilot
  /// Is killed and opened again.
  private var killedScreen: ProgramPilot
  private let watcher: ChildProcess
  private var relays: [ChildProcess]
  private var uses = [ResourceUse("the screen"), ResourceUse("the watcher")]
  private var actions: [String: Int] = [:]
  private var findings: [String] = []
  private var number = 0

  init(seed: UInt64, clockLibrary: String) throws {
    random = SeededGenerator(seed: seed)
    script = TypedScript(seed: seed, count: 100_000)
    clock = try ClockOffset(library: clockLibrary, in: place.path)
    first = try Machine("first", in: place.path, clock: clock)
    second = try Machine("second", in: place.path, clock: clock)
    let relay = "\(place.path)/relay"
    try FileManager.default.createDirectory(atPath: relay, withIntermediateDirectories: true)
    // The log of what the watcher prints begins with it.
    _ = try first.add("Ada Lovelace")
    watcher = try first.start("peoplebook", "watch", "--format", "json", output: "watched")
    let hasStarted = { [first] in first.text(of: "watched").contains("Watching") }
    guard Self.poll(seconds: 30, until: hasStarted) else { throw SoakFailure("The watcher does not start.") }
    let people = try first.importPeople((0..<300).map { "Guest \($0)" })
    let shared = try first.run("share", relay)
    let words = shared.output.split(whereSeparator: \.isWhitespace)
    guard people.status == 0, shared.status == 0, let link = words.first(where: { $0.hasPrefix("peoplebook:join/") })
    else {
      throw SoakFailure("The book is not shared: \(people.output)\(shared.output)")
    }
    let joined = try second.run("join", String(link))
    guard joined.status == 0 else { throw SoakFailure("The book is not joined: \(joined.output)") }
    relays = try [first, second].map { try $0.start("peoplebook-sync", "--stay", output: "relay.log") }
    steadyScreen = try first.open()
    killedScreen = try first.open()
    try steadyScreen.waitFor(" of ")
  }

  /// Acts at random for some seconds, checks the books, and returns what is wrong.
  func run(seconds: Double) throws -> [String] {
    let start = Self.now
    var nextSample = 0.0
    while case let passed = Self.now - start, passed < seconds, findings.isEmpty {
      try act()
      try drain(steadyScreen, "the steady screen")
      try drain(killedScreen, "the screen")
      if passed >= nextSample {
        uses[0].sample(steadyScreen.process)
        uses[1].sample(watcher.process)
        nextSample += seconds / 40
      }
    }
    let counts = actions.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    report("\(number) actions: \(counts).")
    if findings.isEmpty { try finish() }
    return findings
  }

  // MARK: Actions

  private func act() throws {
    number += 1
    let screen = Bool.random(using: &random) ? steadyScreen : killedScreen
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: try note("bursts of keys") { try type(into: screen) }
    case 45..<52:
      let size = Size(width: .random(in: 20...160, using: &random), height: .random(in: 5...60, using: &random))
      try note("window sizes") { try screen.send(.resize(size)) }
    case 52..<64:
      try command("people added", [0]) { try machine().add("Person \(number)") }
    case 64..<74:
      let (machine, id) = (machine(), known())
      try command("edits", [0, 3]) { try machine.edit(id, phone: "+44 \(number)") }
    case 74..<78:
      let (machine, id) = (machine(), known())
      try command("removals", [0, 3]) { try machine.remove([id]) }
    case 78..<83:
      let verb = Bool.random(using: &random) ? "undo" : "redo"
      try command("undos and redos", [0, 1]) { try machine().run(verb) }
    case 83..<86:
      try command("imports", [0]) { try machine().importPeople((0..<20).map { "Visitor \(number)-\($0)" }) }
    case 86..<91: try killSomething()
    case 91..<94: try note("clock jumps") { try clock.jump(to: .random(in: -3_000_000...3_000_000, using: &random)) }
    case 94..<97: try removeImported(at: machine())
    default: try command("searches", [0, 3]) { try machine().run("list", "--search", "visitor", "--limit", "5") }
    }
  }

  /// Removes many people at once, so that the book does not grow all the time.
  private func removeImported(at machine: Machine) throws {
    let word = Bool.random(using: &random) ? "traveller" : "visitor"
    let found = try machine.run("list", "--search", word, "--limit", "400", "--format", "json")
    let ids = found.output.split(separator: "\n").compactMap { Self.value("id", of: $0).map(String.init) }
    guard ids.count > 100 else { return }
    try command("removals of many", [0, 3]) { try machine.remove(Array(ids.dropFirst(50))) }
  }

  private func machine() -> Machine { Int.random(in: 0..<3, using: &random) == 0 ? second : first }

  /// The id of a person who was added, and may have been removed.
  private func known() -> String {
    (first.added + second.added).randomElement(using: &random) ?? ""
  }

  private func note(_ action: String, _ body: () throws -> Void) rethrows {
    actions[action, default: 0] += 1
    try body()
  }

  /// Runs a command, which must end with one of these statuses.
  private func command(_ action: String, _ statuses: [Int32], _ body: () throws -> Machine.Outcome) throws {
    try note(action) {
      let outcome = try body()
      if !statuses.contains(outcome.status) {
        findings.append("Action \(number), \(action), ended with status \(outcome.status): \(outcome.output)")
      }
    }
  }

  private func type(into screen: ProgramPilot) throws {
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      try screen.send(script.keys[nextKey % script.keys.count].bytes)
      nextKey += 1
    }
  }

  private func killSomething() throws {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      try note("killed screens") {
        killedScreen.signal(SIGKILL)
        try killedScreen.waitForEnd()
        killedScreen = try first.open()
      }
    case 1:
      let index = Int.random(in: 0..<2, using: &random)
      try note("killed relay processes") {
        checkRelay(index)
        relays[index].end(with: SIGKILL)
        relays[index] = try [first, second][index].start("peoplebook-sync", "--stay", output: "relay.log")
      }
    case 2:
      let limit = Double.random(in: 0.01...0.4, using: &random)
      try command("killed imports", [0, 137]) {
        try first.importPeople((0..<200).map { "Traveller \(number)-\($0)" }, limit: limit)
      }
    default:
      let limit = Double.random(in: 0.01...0.15, using: &random)
      try command("killed insertions", [0, 137]) { try machine().add("Walker \(number)", limit: limit) }
    }
  }

  /// Reads what a screen has drawn.
  private func drain(_ screen: ProgramPilot, _ name: String) throws {
    do {
      try screen.waitUntil("its output", within: .milliseconds(15)) { _ in false }
    } catch PilotError.timeout {
      return
    } catch {
      findings.append("Action \(number): \(name) has ended: \(error)")
    }
  }

  // MARK: The end

  private func finish() throws {
    for (name, screen) in [("steady screen", steadyScreen), ("screen", killedScreen)] {
      screen.signal(SIGTERM)
      let ending = try screen.waitForEnd()
      if ending != .killed(signal: SIGTERM), ending != .exited(128 + SIGTERM) {
        findings.append("The \(name) ended with \(ending).")
      }
      if !screen.leftovers.isEmpty { findings.append("The \(name) left \(screen.leftovers).") }
    }
    // The next program on each book finishes imports that were killed.
    for machine in [first, second] { _ = try machine.add("Last of \(machine.name)") }
    try compareBooks()
    try checkWatcher()
    for (index, relay) in relays.enumerated() {
      checkRelay(index)
      relay.end(with: SIGTERM)
    }
    for machine in [first, second] {
      let doctor = try machine.run("doctor")
      if doctor.status != 0 { findings.append("The book of \(machine.name) is not sound: \(doctor.output)") }
      try checkLog(of: machine)
    }
    for use in uses {
      report(use.summary)
      findings += use.growth
    }
  }

  /// A relay process runs, or has ended without an error.
  private func checkRelay(_ index: Int) {
    // It ends at once where a screen has started another one for the book.
    guard let result = relays[index].result, result != 0 else { return }
    let messages = [first, second][index].text(of: "relay.log").suffix(500)
    findings.append("A relay process has ended with status \(result): \(messages)")
  }

  /// Each confirmed person, edit and removal is in the log; that the log leads to the rows is what `doctor` checks.
  private func checkLog(of machine: Machine) throws {
    let log = try machine.log()
    let changes = Dictionary(grouping: log) { Self.value("change", of: $0) ?? "" }
    let additions = changes["added"] ?? []
    let known = Set(additions.compactMap { Self.value("id", of: $0) })
    let names = Set(additions.compactMap { Self.value("name", of: $0) })
    let lost = machine.added.filter { !known.contains(Substring($0)) }
    let lostNames = machine.imported.filter { !names.contains(Substring($0)) }
    let edits = Dictionary(grouping: changes["changed"] ?? []) { Self.value("id", of: $0) ?? "" }
    let lostEdits = machine.edited.filter { edit in
      edits[Substring(edit.id)]?.contains { $0.contains("\"\(edit.phone)\"") } != true
    }
    let removed = Set((changes["removed"] ?? []).compactMap { Self.value("id", of: $0) })
    let lostRemovals = machine.removed.filter { !removed.contains(Substring($0)) }
    if !lostEdits.isEmpty { findings.append("\(machine.name): lost edits: \(lostEdits.prefix(5))") }
    if !lostRemovals.isEmpty { findings.append("\(machine.name): lost removals: \(lostRemovals.prefix(5))") }
    if !lost.isEmpty { findings.append("\(machine.name): lost \(lost.count) people: \(lost.prefix(5))") }
    if !lostNames.isEmpty { findings.append("\(machine.name): lost imports: \(lostNames.prefix(5))") }
    report("\(machine.name): \(log.count) changes, \(machine.added.count + machine.imported.count) people confirmed")
  }

  /// The watcher has printed each change since it began, in any process.
  private func checkWatcher() throws {
    let log = try first.log().dropLast()
    let isComplete = Self.poll(seconds: 30) { self.watched.count >= log.count }
    let printed = Set(watched.compactMap(Self.key))
    let missing = log.filter { line in Self.key(of: line).map { !printed.contains($0) } ?? true }
    if !isComplete || !missing.isEmpty {
      findings.append(
        "The watcher has printed \(watched.count) of \(log.count) changes, without \(missing.first ?? "more").")
    }
    let result = watcher.end(with: SIGTERM)
    if result != 128 + SIGTERM { findings.append("The watcher ended with status \(result).") }
  }

  private var watched: [Substring] { first.text(of: "watched").split(separator: "\n").filter { $0.hasPrefix("{") } }

  /// What identifies a change: its time, author, action and content, and the person.
  private static func key(of line: Substring) -> String? {
    let parts = ["time", "author", "action", "change", "id"].map { value($0, of: line) ?? "" }
    return parts.contains("") && parts[4].isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Both machines have the same people, once the relay has carried the last changes.
  private func compareBooks() throws {
    // A clock that is behind delays nothing; one that is ahead again shows the last changes.
    try clock.jump(to: max(0, clock.seconds))
    var people: [Set<Substring>] = []
    let areEqual = Self.poll(seconds: 120) { [first, second] in
      people = [first, second].map { machine in
        let lines = try? machine.run("export", "--format", "json").output.split(separator: "\n")
        return Set((lines ?? []).filter { $0.hasPrefix("{") })
      }
      return people[0] == people[1]
    }
    guard !areEqual else { return report("Both books have the same \(people[0].count) people.") }
    let difference = people[0].symmetricDifference(people[1]).sorted().prefix(4).joined(separator: "\n")
    findings.append("The books differ (\(people[0].count) and \(people[1].count) people):\n\(difference)")
  }

  /// The text of a key of a line of JSON.
  private static func value(_ key: String, of line: Substring) -> Substring? {
    guard let start = line.firstRange(of: "\"\(key)\":\"") else { return nil }
    return line[start.upperBound...].prefix { $0 != "\"" }
  }

  // MARK: Time

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Repeats a check every quarter of a second until it holds.
  private static func poll(seconds: Double, until condition: () -> Bool) -> Bool {
    let deadline = now + seconds
    while !condition() {
      if now > deadline { return false }
      _ = Glibc.poll(nil, 0, 250)
    }
    return true
  }
}
