import FoundationEssentials
import Glibc
import TUITesting

/// How cost grows with the number of people: the same things done with books of 100 to 1,000,000.
@MainActor
enum GrowthBenchmarks {
  private static let sizes = [100, 1_000, 10_000, 100_000, 1_000_000]

  /// Measures every curve, and records its points.
  static func curves(_ bench: Bench) throws -> [GrowthCurve] {
    let peoplebook = try ListProgram.sibling("peoplebook")
    var curves = [
      GrowthCurve(name: "start", unit: "ms"), GrowthCurve(name: "page down", unit: "ms"),
      GrowthCurve(name: "search", unit: "ms"), GrowthCurve(name: "one change", unit: "ms"),
      GrowthCurve(name: "memory", unit: "MB"), GrowthCurve(name: "import", unit: "s"),
    ]
    for count in sizes {
      let values = try measure(count, peoplebook)
      for (index, value) in values.enumerated() {
        curves[index].points.append((count, value))
        let people = "\(Figure.short(Double(count))) people"
        bench.record("\(curves[index].name), \(people)", value, unit: curves[index].unit)
      }
    }
    return curves
  }

  /// One value for each curve.
  private static func measure(_ count: Int, _ peoplebook: String) throws -> [Double] {
    let folder = try SampleBooks.copy(of: count, madeBy: peoplebook)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let book = "\(folder)/people.db"
    try SampleBooks.warm(book)
    let program = ListProgram(
      name: "peoplebook", path: peoplebook, arguments: ["--book", book, "--no-motion"],
      environment: ["NO_COLOR": "1", "HOME": folder], count: count)
    let start = try EndToEnd.starts(of: [program], rounds: 7)[0]
    let session = try program.start()
    _ = try session.waitForFirstScreen()
    session.pilot.waitForSilence(of: .milliseconds(500))
    let page = try session.pageDown(times: 30).map(\.milliseconds).median
    let change = try changes(session).median
    let memory = session.peakMemory
    let search = try searches(session).median
    try session.quit()
    return [start, page, search, change, memory, try importing(count, peoplebook, folder)]
  }

  /// Deletes a person and undoes it, several times: the milliseconds until the new count is on the screen, with the
  /// change on the disk.
  private static func changes(_ session: ListSession) throws -> [Double] {
    _ = try session.press(.home) { $1 == 1 && $0 != 1 }
    return try (0..<10).flatMap { _ in
      [try changeCount(session, "d", to: session.count - 1), try changeCount(session, "u", to: session.count)]
    }
  }

  private static func changeCount(_ session: ListSession, _ key: Character, to count: Int) throws -> Double {
    let start = ProgramPilot.now
    try session.pilot.press(key)
    try session.pilot.waitUntil("the new count", within: .seconds(20)) { _ in session.status?.count == count }
    let time = Double(session.pilot.lastOutputAt - start) / 1e6
    session.pilot.waitForSilence(of: .milliseconds(100))
    return time
  }

  /// Types a name, a letter at a time, several times: the milliseconds until the first page of each search.
  private static func searches(_ session: ListSession) throws -> [Double] {
    try (0..<3).flatMap { _ in
      try session.pilot.press("/")
      session.pilot.waitForSilence(of: .milliseconds(100))
      let times = try "hop".map { letter in
        let start = ProgramPilot.now
        try session.pilot.press(letter)
        session.pilot.waitForSilence(of: .milliseconds(100))
        return Double(session.pilot.lastOutputAt - start) / 1e6
      }
      try session.pilot.press(.escape)
      session.pilot.waitForSilence(of: .milliseconds(200))
      return times
    }
  }

  private static func importing(_ count: Int, _ peoplebook: String, _ folder: String) throws -> Double {
    let cards = "\(folder)/people.vcf"
    try SampleBooks.writeCards(count, to: cards)
    let start = Bench.now
    let status = system("'\(peoplebook)' --book '\(folder)/new.db' import '\(cards)' >/dev/null 2>&1 </dev/null")
    guard status == 0 else { throw NotMeasured("peoplebook could not import \(count) people (status \(status))") }
    return Double(Bench.now - start) / 1e9
  }
}
