import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(1))) @MainActor struct FollowedReadingTests {
  private let place = TemporaryBook()

  private struct Unreadable: Error, CustomStringConvertible { let description = "It cannot be read." }

  @Test func `it reads after each change, and reports what fails`() async throws {
    let store = try place.open()
    let people = PeopleViewModel(store: store, scheduler: ManualScheduler())
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    let (readings, continuation) = AsyncStream<Int>.makeStream()
    var count = 0
    let reading = FollowedReading(people) {
      count += 1
      continuation.yield(count)
      if count == 2 { throw Unreadable() }
    }
    var iterator = readings.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    try await store.write { try $0.insert(Person()) }
    #expect(await iterator.next() == 2)
    try await store.write { try $0.insert(Person()) }
    #expect(await iterator.next() == 3)
    #expect(notices == [.problem("It cannot be read.")])
    withExtendedLifetime((reading, token)) {}
  }

  @Test func `a transient error is shown until a later reading succeeds`() async throws {
    let scheduler = ManualScheduler()
    let people = PeopleViewModel(store: try place.open(), scheduler: scheduler)
    var notices: [PeopleViewModel.StatusMessage] = []
    let token = people.notices.sink { notices.append($0) }
    let error = StoreError.inputOutput(path: "p", detail: "d")
    let problem = CurrentValue<String?, Never>(nil)
    var count = 0
    let reading = FollowedReading(people, problem: problem) {
      count += 1
      if count < 3 { throw error }
    }
    for (number, pause) in [1, 2].enumerated() {
      await yield { count == number + 1 }
      #expect(problem.value == "\(error)")
      scheduler.advance(by: .seconds(pause))
    }
    await yield { count == 3 }
    #expect(problem.value == nil && notices == [.problem("\(error)")])
    withExtendedLifetime((reading, token)) {}
  }

  @Test func `the end of the changes is reported`() async throws {
    let store = try place.open()
    let people = PeopleViewModel(store: store, scheduler: ManualScheduler())
    let reading = FollowedReading(people) {}
    let (states, continuation) = AsyncStream<BookStatus>.makeStream()
    let token = people.status.sink { continuation.yield($0) }
    try await store.write { try $0.insert(Person()) }
    await store.close()
    for await state in states where !state.isLive { break }
    #expect(!people.status.value.isLive)
    withExtendedLifetime((reading, token)) {}
  }
}
