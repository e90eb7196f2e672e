import FoundationEssentials
import PeoplebookCore
import Persistence
import RIV
import RIVTesting
import Reactive
import TestSupport
import Testing
import Time

@Suite(.timeLimit(.minutes(5))) @MainActor struct ImportInteractorTests {
  /// Work that proceeds step by step on request of the test.
  @MainActor
  final class Work {
    let steps = Mailbox<Result<ImportProgress, CancellationError>>()
    var failure: (any Error)?
    private(set) var paths: [String] = []
    private(set) var isCancelled: (@Sendable () -> Bool)?

    func take(
      _ path: String, _ report: @escaping @Sendable (ImportProgress) -> Void,
      _ isCancelled: @escaping @Sendable () -> Bool
    ) async throws -> ImportOutcome {
      paths.append(path)
      self.isCancelled = isCancelled
      var outcome = ImportOutcome()
      for await case .success(let progress) in steps {
        report(progress)
        outcome.added = progress.people
        if isCancelled() {
          outcome = ImportOutcome()
          outcome.isCancelled = true
          return outcome
        }
      }
      if let failure { throw failure }
      return outcome
    }
  }

  let work = Work()
  let scheduler = ManualScheduler()
  var interactor: ImportInteractor { ImportInteractor(scheduler: scheduler, importPeople: work.take) }
  let reduce = ImportReducer().reduce

  @Test func `it publishes its progress and its outcome`() async throws {
    let tester = InteractorTester(interactor)
    try tester.send(
      .begin(path: "a.vcf"),
      {
        $0.path = "a.vcf"; $0.status = .loading
      })
    try tester.send(.begin(path: "b.vcf"))
    work.steps.post(.success(ImportProgress(people: 1, share: 0.5)))
    try await tester.receive { $0.progress = ImportProgress(people: 1, share: 0.5) }
    #expect(reduce(tester.domain).sentence == "1 person")
    #expect(reduce(tester.domain).share == 0.5)
    #expect(!reduce(tester.domain).isOver)
    work.steps.finish()
    var outcome = ImportOutcome()
    outcome.added = 1
    try await tester.receive { $0.status = .loaded(outcome) }
    #expect(reduce(tester.domain).sentence == "1 person imported" && reduce(tester.domain).keys == "u undoes")
    #expect(reduce(tester.domain).isOver)
    #expect(work.paths == ["a.vcf"])
    try await tester.finish()
  }

  @Test func `the time left follows from the progress`() async throws {
    let tester = InteractorTester(interactor)
    try tester.send(.begin(path: "a.vcf")) {
      $0.path = "a.vcf"
      $0.status = .loading
    }
    work.steps.post(.success(ImportProgress(people: 1, share: 0.1)))
    try await tester.receive { $0.progress = ImportProgress(people: 1, share: 0.1) }
    scheduler.advance(by: .seconds(5))
    work.steps.post(.success(ImportProgress(people: 2, share: 0.2)))
    try await tester.receive {
      $0.progress = ImportProgress(people: 2, share: 0.2)
      $0.secondsLeft = 20
    }
    #expect(reduce(tester.domain).sentence == "2 people · 20 s left")
    work.steps.finish()
    try await tester.receive {
      var outcome = ImportOutcome()
      outcome.added = 2
      $0.status = .loaded(outcome)
    }
    try await tester.finish()
  }

  @Test func `after a stop its state is the actual outcome`() async throws {
    for isTooLate in [false, true] {
      let work = Work()
      let importing = ImportInteractor(scheduler: scheduler, importPeople: work.take)
      importing.interact(with: .begin(path: "a.vcf"))
      await yield { work.isCancelled != nil }
      importing.interact(with: .cancel)
      #expect(reduce(importing.domain).sentence == "Stopping…")
      #expect(work.isCancelled?() == true)
      if isTooLate { work.steps.finish() } else { work.steps.post(.success(ImportProgress(people: 5))) }
      await importing.settled()
      #expect(importing.domain.status.value?.isCancelled == !isTooLate)
      #expect(!importing.domain.isCancelling)
      #expect(reduce(importing.domain).isOver)
    }
  }

  @Test func `stopped before its beginning, it does not begin`() async throws {
    let folder = TemporaryBook()
    let store = try folder.open()
    let path = folder.folder + "/people.csv"
    try Data("name,email\nAda,a@x\n".utf8).write(to: URL(filePath: path))
    let importing = ImportInteractor(scheduler: ManualScheduler()) {
      try await store.importPeople(from: $0, report: $1, isCancelled: $2)
    }
    importing.interact(with: .cancel)
    importing.interact(with: .begin(path: path))
    #expect(reduce(importing.domain).sentence == "Stopping…")
    await importing.settled()
    #expect(importing.domain.status.value?.isCancelled == true)
    #expect(reduce(importing.domain).sentence == "Import stopped. The book is unchanged.")
    #expect(try store.count(Person.self) == 0)
    importing.interact(with: .begin(path: path))
    await importing.settled()
    #expect(try store.count(Person.self) == 1)
  }

  @Test func `a failure is a sentence`() async throws {
    let importing = interactor
    work.failure = ImportError(description: "There are no people in a.vcf.")
    work.steps.finish()
    importing.interact(with: .begin(path: "a.vcf"))
    await importing.settled()
    #expect(reduce(importing.domain).sentence == "There are no people in a.vcf.")
    #expect(reduce(importing.domain).isFailure)
  }

  @Test func `it stops when it is released`() async throws {
    do {
      let importing = interactor
      importing.interact(with: .begin(path: "a.vcf"))
      await yield { work.isCancelled != nil }
    }
    #expect(work.isCancelled?() == true)
    work.steps.finish()
  }

  @Test func `a stopped import leaves the book as it was`() async throws {
    let folder = TemporaryBook()
    let store = try folder.open()
    let path = folder.folder + "/people.vcf"
    let cards = ["Ada", "Grace"].map {
      "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\($0)\r\nN:;\($0);;;\r\nFN:\($0)\r\nEND:VCARD\r\n"
    }
    try Data(cards.joined().utf8).write(to: URL(filePath: path))
    let stopped = try await store.importPeople(from: path, report: { _ in }, isCancelled: { true })
    #expect(stopped.isCancelled)
    #expect(try store.count(Person.self) == 0)
    let importing = ImportInteractor(scheduler: ManualScheduler()) {
      try await store.importPeople(from: $0, report: $1, isCancelled: $2)
    }
    importing.interact(with: .begin(path: path))
    await importing.settled()
    #expect(importing.domain.status.value?.added == 2)
    #expect(importing.domain.progress.share == 1)
    #expect(try store.count(Person.self) == 2)
    importing.interact(with: .begin(path: path))
    await importing.settled()
    #expect(importing.domain.status.value?.unchanged == 2)
    importing.interact(with: .begin(path: folder.folder + "/nowhere.vcf"))
    await importing.settled()
    #expect(importing.domain.status.failure?.contains("nowhere.vcf") == true)
  }
}
