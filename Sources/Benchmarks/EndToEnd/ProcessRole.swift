import Dispatch
import FoundationEssentials
import Glibc
import PeoplebookCore
import Persistence
import Reactive

/// The task of this program when a benchmark starts it as another process: `Benchmarks --role NAME ARGUMENT…`.
@MainActor
enum ProcessRole: String {
  /// `BOOK COUNT`: commits one change to each of the first `COUNT` people, 100 a second, and prints the times, one per
  /// line.
  case committing
  /// `BOOK`: observes a book, prints a line when its list is complete, and runs until its input is closed.
  case observing
  /// `BOOK`: commits changes to one person after the other, 100 a second, until its input is closed.
  case disturbing
  /// `FIRST END`: types the scripts with these seeds; see ``TypingLane``.
  case typing

  nonisolated static let option = "--role"

  func play(_ arguments: [String]) async throws {
    switch self {
    case .committing: try await Self.commit(arguments[0], Int(arguments[1]) ?? 0)
    case .observing: try Self.observe(arguments[0])
    case .disturbing: try await Self.disturb(arguments[0])
    case .typing:
      let lane = TypingLane(peoplebook: try ListProgram.sibling("peoplebook"))
      try lane.run(seeds: (UInt64(arguments[0]) ?? 1)..<(UInt64(arguments[1]) ?? 1))
    }
  }

  /// Starts this program in the role.
  func start(_ arguments: String...) throws -> ChildProcess {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return try ChildProcess(own, [Self.option, rawValue] + arguments)
  }

  private static func commit(_ path: String, _ count: Int) async throws {
    let store = try Book.open(at: path)
    var stamps: [UInt64] = []
    var next = Bench.now
    for row in 1...count {
      next += 10_000_000
      ProcessFigures.sleep(until: next)
      try await store.write(author: "committing") { transaction in
        guard var person = try transaction.get(Person.self, row: Int64(row)) else { return }
        person.title = person.title == "Captain" ? "Admiral" : "Captain"
        try transaction.update(person)
      }
      stamps.append(await store.lastCommit)
    }
    print(stamps.map { "\($0)" }.joined(separator: "\n"))
  }

  private static func disturb(_ path: String) async throws {
    let store = try Book.open(at: path)
    let rows = try store.fetch(Query<Person>()).map(\.row)
    var next = Bench.now
    var end = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    while poll(&end, 1, 0) == 0 {
      for row in rows.prefix(1_000) where poll(&end, 1, 0) == 0 {
        next = max(next + 10_000_000, Bench.now)
        ProcessFigures.sleep(until: next)
        // A long transaction of the other process may block this one for longer than SQLite's timeout.
        try? await change(row, of: store)
      }
      if rows.isEmpty { ProcessFigures.sleep(seconds: 1) }
    }
  }

  private static func change(_ row: Int64, of store: Store) async throws {
    try await store.write(author: "disturbing") { transaction in
      guard var person = try transaction.get(Person.self, row: row) else { return }
      person.title = person.title == "Captain" ? "Admiral" : "Captain"
      try transaction.update(person)
    }
  }

  /// Waits like a program with an interface.
  ///
  /// It suspends no task, because the threads of the task pool do not come to rest.
  private static func observe(_ path: String) throws -> Never {
    let store = try Book.open(at: path)
    let people = store.objects(Person.self)
    let token = people.changesetPublisher.sink { _ in }
    let end = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
    end.setEventHandler {
      token.cancel()
      exit(0)
    }
    end.resume()
    people.whenOrdered { milliseconds in
      print("\(milliseconds)")
      fflush(nil)
    }
    dispatchMain()
  }
}

extension Results {
  /// Calls `body` with the milliseconds until the whole observed list was loaded.
  @MainActor
  func whenOrdered(_ body: @escaping @MainActor (Double) -> Void) {
    let start = Bench.now
    let page = Set((0..<Swift.min(items.count, 64)).map { items.row(at: $0) })
    guard items.count > page.count, let other = (1...).lazy.map(Int64.init).first(where: { !page.contains($0) }) else {
      return body(0)
    }
    func checkAgain() {
      if items.index(ofRow: other) == nil {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { MainActor.assumeIsolated { checkAgain() } }
      } else {
        body(Double(Bench.now - start) / 1e6)
      }
    }
    checkAgain()
  }

  /// The milliseconds from now until the whole observed list is loaded.
  @MainActor
  func timeUntilOrdered() async -> Double {
    await withCheckedContinuation { continuation in whenOrdered { continuation.resume(returning: $0) } }
  }
}
