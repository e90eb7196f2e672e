import Reactive
import ReactiveTesting
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(5)), .leavesNothing) struct ValuesTests {
  @Test func `values delivers every value and ends with the publisher`() async {
    let subject = Subject<Int, Never>()
    var iterator = subject.values.makeAsyncIterator()
    for number in 0..<1000 { subject.send(number) }
    subject.send(completion: .finished)
    var seen: [Int] = []
    while let value = await iterator.next(isolation: MainActor.shared) { seen.append(value) }
    #expect(seen == Array(0..<1000))
  }

  @Test func `a policy may drop old or new values`() async {
    let subject = Subject<Int, Never>()
    var newest = subject.values(buffering: .newest(2)).makeAsyncIterator()
    var oldest = subject.values(buffering: .oldest(2)).makeAsyncIterator()
    for number in 0..<5 { subject.send(number) }
    subject.send(completion: .finished)
    var log: [Int] = []
    while let value = await newest.next(isolation: MainActor.shared) { log.append(value) }
    while let value = await oldest.next(isolation: MainActor.shared) { log.append(value) }
    #expect(log == [3, 4, 0, 1])
  }

  @Test func `values throws the failure after the earlier values`() async {
    let subject = Subject<Int, MarbleError>()
    var iterator = subject.values.makeAsyncIterator()
    subject.send(1)
    subject.send(completion: .failure(MarbleError()))
    var log: [String] = []
    do throws(MarbleError) {
      while let value = try await iterator.next(isolation: MainActor.shared) { log.append("\(value)") }
    } catch {
      log.append("\(error)")
    }
    #expect(log == ["1", "MarbleError()"])
  }

  @Test func `cancelling the task cancels the subscription`() async {
    let subject = Subject<Int, Never>()
    let task = Task { @MainActor in
      var seen: [Int] = []
      for await value in subject.values { seen.append(value) }
      return seen
    }
    await yield { subject.subscriberCount > 0 }
    subject.send(1)
    task.cancel()
    _ = await task.value
    #expect(subject.subscriberCount == 0)
  }

  @Test func `cancelling a subscription ends the task of its sequence`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    await withCheckedContinuation { ended in
      continuation.onTermination = { _ in ended.resume() }
      let token = stream.publisher.sink { _ in }
      token.cancel()
    }
  }

  @Test func `breaking out of the loop cancels`() async {
    let value = CurrentValue(1)
    for await _ in value.values { break }
    #expect(value.subscriberCount == 0)
  }

  @Test func `two iterators get independent streams`() async {
    let subject = Subject<Int, Never>()
    let values = subject.values
    var one = values.makeAsyncIterator()
    var two = values.makeAsyncIterator()
    subject.send(1)
    subject.send(2)
    #expect(await one.next(isolation: MainActor.shared) == 1)
    #expect(await two.next(isolation: MainActor.shared) == 1)
    #expect(await one.next(isolation: MainActor.shared) == 2)
  }

  @Test func `an async sequence becomes a publisher on the main actor`() async {
    let mailbox = Mailbox<Int>()
    for number in 0..<5 { mailbox.post(number) }
    mailbox.finish()
    var log: [Int] = []
    for await value in mailbox.publisher.map({ $0 * 2 }).values { log.append(value) }
    #expect(log == [0, 2, 4, 6, 8])
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.yield(7)
    continuation.finish()
    for await value in stream.publisher.values { log.append(value) }
    #expect(log.last == 7)
  }
}
