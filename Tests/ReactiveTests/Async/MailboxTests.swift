import Reactive
import Testing

@MainActor @Suite(.timeLimit(.minutes(5)), .leavesNothing) struct MailboxTests {
  @Test func `concurrent posts are each delivered once`() async {
    let mailbox = Mailbox<Int>()
    let subject = Subject<Int, Never>()
    var sum = 0
    var isInside = false
    var overlaps = 0
    let token = subject.sink {
      if isInside { overlaps += 1 }
      isInside = true
      sum += $0
      isInside = false
    }
    Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for number in 1...1000 { group.addTask { mailbox.post(number) } }
      }
      mailbox.finish()
    }
    for await value in mailbox { subject.send(value) }
    #expect(sum == 500_500)
    #expect(overlaps == 0)
    withExtendedLifetime(token) {}
  }

  @Test func `a loop that is left early leaves the other values to the next one`() async {
    let mailbox = Mailbox<Int>()
    for number in 0..<3 { mailbox.post(number) }
    for await number in mailbox {
      #expect(number == 0)
      break
    }
    mailbox.post(3)
    mailbox.finish()
    var rest: [Int] = []
    for await number in mailbox { rest.append(number) }
    #expect(rest == [1, 2, 3])
  }

  @Test func `a cancelled subscription loses no value`() async {
    let mailbox = Mailbox<Int>()
    for number in 1...3 { mailbox.post(number) }
    mailbox.finish()
    var log: [Int] = []
    // The first subscription ends before its first burst, the second within it.
    mailbox.publisher.sink { log.append($0) }.cancel()
    for await number in mailbox.publisher.prefix(1).values { log.append(number) }
    for await number in mailbox.publisher.values { log.append(number) }
    #expect(log == [1, 2, 3])
  }

  @Test(arguments: [(BufferingPolicy.newest(2), [3, 4]), (.oldest(2), [2, 3])])
  func `a limit includes the values that a loop leaves`(policy: BufferingPolicy, expected: [Int]) async {
    let mailbox = Mailbox<Int>(buffering: policy)
    for number in 1...2 { mailbox.post(number) }
    for await _ in mailbox {
      for number in 3...4 { mailbox.post(number) }
      break
    }
    #expect(mailbox.takeAll() == expected)
  }

  @Test func `the posts of one thread stay in order`() async {
    let mailbox = Mailbox<(thread: Int, number: Int)>()
    Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<4 {
          group.addTask { for number in 0..<2000 { mailbox.post((thread, number)) } }
        }
      }
      mailbox.finish()
    }
    var last = [Int](repeating: -1, count: 4)
    var disorder = 0
    for await value in mailbox {
      if value.number != last[value.thread] + 1 { disorder += 1 }
      last[value.thread] = value.number
    }
    #expect(disorder == 0)
    #expect(last == [1999, 1999, 1999, 1999])
  }

  @Test func `a burst wakes the reader once and arrives as one batch`() async {
    let mailbox = Mailbox<Int>()
    for number in 0..<100 { mailbox.post(number) }
    #expect(await mailbox.nextBurst() == Array(0..<100))
    mailbox.post(1)
    #expect(mailbox.count == 1)
    #expect(mailbox.takeAll() == [1])
    mailbox.finish()
    mailbox.post(2)
    #expect(await mailbox.nextBurst() == nil)
  }

  @Test func `a policy limits the number of waiting messages`() async {
    let newest = Mailbox<Int>(buffering: .newest(2))
    let oldest = Mailbox<Int>(buffering: .oldest(2))
    for number in 0..<5 {
      newest.post(number)
      oldest.post(number)
    }
    #expect(newest.takeAll() == [3, 4])
    #expect(oldest.takeAll() == [0, 1])
  }

  @Test func `a negative limit stops the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = Mailbox<Int>(buffering: .newest(-1))
    }
    await #expect(processExitsWith: .failure) {
      _ = Empty<Int, Never>().values(buffering: .oldest(-1))
    }
  }

  @Test func `cancelling the reader ends its loop`() async {
    let mailbox = Mailbox<Int>()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task.detached {
      continuation.yield()
      return await mailbox.nextBurst()
    }
    for await _ in started { break }
    task.cancel()
    #expect(await task.value == nil)
  }
}
