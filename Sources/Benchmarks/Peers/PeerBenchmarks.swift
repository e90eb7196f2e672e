import FoundationEssentials
import Glibc
import TUITesting

/// The same table in other toolkits, and other address books, beside ours.
@MainActor
struct PeerBenchmarks {
  /// The time after which a program that has not answered is given up.
  static let limit: Duration = .seconds(60)

  private static let (starts, sessions, downs, pages, insertions) = (7, 3, 60, 20, 3)
  /// People who come first in a book, so that a row in the middle of the screen can be added.
  private static let firstPeople = 40

  /// Where `make bench-peers` installs the other programs.
  var folder: String
  var sizes: [Int]

  func run(_ bench: Bench) throws {
    var khardIsTooSlow = false
    for count in sizes {
      let rows = "\(Figure.short(Double(count))) rows"
      print("  Measuring \(rows), for some minutes.")
      fflush(nil)
      let home = try SampleBooks.copy(of: count, madeBy: try ListProgram.sibling("peoplebook"))
      defer { try? FileManager.default.removeItem(atPath: home) }
      let book = "\(home)/people.db"
      try addFirstPeople(to: book)
      try SampleBooks.warm(book)
      let peoplebook = try PeerProgram.peoplebook(book, home: home, count: count + Self.firstPeople)
      let lists = try PeerProgram.lists(count: count)
      let programs = [lists[0], peoplebook, lists[1]] + PeerProgram.peers(in: folder, count: count)
      try measureStarts(of: programs)
      try measureSessions(of: programs, book)
      try measureRest(of: programs)
      let others = AddressBooks(count: count, folder: home)
      let addressBooks = [peoplebook] + (try others.measure(beside: peoplebook, book, skippingKhard: khardIsTooSlow))
      khardIsTooSlow = addressBooks.contains { $0.exceeded.contains(.list) }
      let comparisons = [
        PeerComparison(title: "The same table, \(rows)", rows: rows, figures: PeerFigure.ofTables, programs: programs),
        PeerComparison(
          title: "Address books, \(rows)", rows: "address books, \(rows)", figures: PeerFigure.ofAddressBooks,
          programs: addressBooks),
      ]
      for comparison in comparisons { comparison.record(in: bench) }
      for comparison in comparisons { print(comparison.text) }
      fflush(nil)
    }
  }

  private func addFirstPeople(to book: String) throws {
    let cards = (0..<Self.firstPeople).map { number in
      let last = "Aaron\(number + 10)"
      return "BEGIN:VCARD\r\nVERSION:4.0\r\nN:\(last);Ada;;;\r\nFN:Ada \(last)\r\nEND:VCARD\r\n"
    }
    try Data(cards.joined().utf8).write(to: URL(filePath: "\(book).vcf"))
    _ = try OneShot.milliseconds(
      try ListProgram.sibling("peoplebook"), ["--book", book, "import", "--yes", "\(book).vcf"])
  }

  /// Runs `body` for each program in turns, so that other load on the machine affects all of them.
  ///
  /// The first round warms up.
  private func inTurns(
    _ programs: [PeerProgram], rounds: Int, _ body: (PeerProgram, ListProgram, _ counts: Bool) throws -> Void
  ) throws {
    for round in 0...rounds {
      for program in programs where program.isMeasured {
        guard let table = program.table else { continue }
        _ = try leavingOut(program) { try body(program, table, round > 0) }
      }
    }
  }

  /// Runs `body`; a program of others that fails is left out with a sentence, or with the figure that took too long.
  private func leavingOut<Result>(_ program: PeerProgram, _ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch  where program.side == .peer {
      program.isMeasured = false
      if case PilotError.timeout = error, let phase = program.phase {
        program.exceed(phase)
      } else {
        print("\(program.name) is left out: \(error)")
      }
      return nil
    }
  }

  private func measureStarts(of programs: [PeerProgram]) throws {
    try inTurns(programs, rounds: Self.starts) { program, table, counts in
      program.phase = .start
      let session = try table.start()
      let time = try session.waitForFirstScreen(within: Self.limit)
      program.phase = nil
      let cpu = ProcessFigures.cpuNanoseconds(of: session.pilot.process)
      try session.quit()
      guard counts else { return }
      program.add(time, to: .start)
      program.add(Double(cpu) / 1e6, to: .startCPU)
    }
  }

  private func measureSessions(of programs: [PeerProgram], _ book: String) throws {
    var added = 0
    try inTurns(programs, rounds: Self.sessions) { program, table, counts in
      program.phase = .start
      let session = try table.start(count: table.count + (program.name == "Peoplebook" ? added : 0))
      _ = try session.waitForFirstScreen(within: Self.limit)
      session.pilot.waitForSilence(of: .milliseconds(300))
      program.phase = .down
      // A row below the middle of the screen is selected next.
      _ = try session.down(times: 5)
      let cpu = ProcessFigures.cpuNanoseconds(of: session.pilot.process)
      let downs = try session.down(times: Self.downs)
      let cpuForDowns = Double(ProcessFigures.cpuNanoseconds(of: session.pilot.process) - cpu) / 1e6
      program.phase = .page
      let pages = try session.pageDown(times: Self.pages)
      program.phase = .insertion
      var insertions: [ListSession.Answer] = []
      if program.name == "Peoplebook" {
        _ = try session.press(.home) { $1 == 1 && $0 != 1 }
        for _ in 0..<Self.insertions {
          added += 1
          // After the twentieth of those who come first.
          insertions.append(try session.insertion { try addPerson("Ada Aaron30 \(added)", to: book) })
        }
      } else {
        try selectMiddle(session)
        for _ in 0..<Self.insertions { insertions.append(try session.insert()) }
      }
      program.phase = nil
      let memory = session.peakMemory
      try session.quit()
      guard counts else { return }
      // A value for each session: keys that scroll and keys that do not differ on a quiet machine, too.
      program.add(downs.map(\.milliseconds).median, to: .down)
      program.add(pages.map(\.milliseconds).median, to: .page)
      program.add(downs.map(\.bytes).reduce(0, +) / Double(downs.count), to: .downBytes)
      program.add(pages.map(\.bytes).reduce(0, +) / Double(pages.count), to: .pageBytes)
      program.add(cpuForDowns / Double(downs.count), to: .keyCPU)
      let time = insertions.map(\.milliseconds).median
      if program.name == "Peoplebook" {
        program.add(time, to: .addition)
      } else {
        program.add(time, to: .insertion)
        program.add(insertions.map(\.bytes).median, to: .insertionBytes)
      }
      program.add(memory, to: .memory)
    }
  }

  /// Selects a row in the middle of the window, so that half of it has to make room.
  private func selectMiddle(_ session: ListSession) throws {
    _ = try session.down(times: 40)
    for _ in 0..<20 { try session.pilot.press("k") }
    session.pilot.waitForSilence(of: .milliseconds(100))
  }

  /// Starts another process that adds a person, without waiting for its end.
  private func addPerson(_ name: String, to book: String) throws -> ChildProcess {
    try ChildProcess(try ListProgram.sibling("peoplebook"), ["--book", book, "add", name])
  }

  /// All programs rest at the same time: those that do not wake up do not disturb the others.
  private func measureRest(of programs: [PeerProgram]) throws {
    var resting: [(program: PeerProgram, session: ListSession)] = []
    for program in programs where program.isMeasured {
      guard let table = program.table else { continue }
      let session = try leavingOut(program) {
        let session = try table.start()
        session.pilot.waitForSilence(of: .milliseconds(1_000))
        try session.pilot.press(.down)
        session.pilot.waitForSilence(of: .milliseconds(300))
        return session
      }
      if let session { resting.append((program, session)) }
    }
    ProcessFigures.sleep(seconds: 7)
    for (_, session) in resting { session.pilot.waitForSilence(of: .milliseconds(1)) }
    let counts = ProcessFigures.contextSwitches(of: resting.map(\.session.pilot.process), seconds: 10)
    for ((program, session), count) in zip(resting, counts) {
      _ = try leavingOut(program) {
        guard let count else { throw NotMeasured("it ended while its wake-ups were counted") }
        program.add(Double(count), to: .wakeUps)
        try session.quit()
      }
    }
  }
}
