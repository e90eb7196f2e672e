import Dispatch
import Glibc
import Reactive
import Synchronization

/// The cost of sending values from another thread to the main actor, under load.
@MainActor
func reactiveEdgeBenchmarks() async -> [ReactiveFigure] {
  let count = 400_000
  var ours: [Double] = []
  var plain: [Double] = []
  for _ in 0..<7 {
    ours.append(await throughMailbox(count))
    plain.append(await throughLock(count))
  }
  let mine = ReactiveStopwatch.median(ours)
  let limit = ReactiveStopwatch.median(plain)
  return [
    ReactiveFigure(
      name: "another thread to the main actor, a value", value: mine, unit: "ns",
      baseline: limit, baselineName: "lock, buffer, one drain", goal: .ratioAtMost(2.5))
  ]
}

@MainActor
private func throughMailbox(_ count: Int) async -> Double {
  let mailbox = Mailbox<Int>()
  let start = ReactiveStopwatch.now()
  DispatchQueue.global().async {
    for number in 0..<count { mailbox.post(number) }
    mailbox.finish()
  }
  var sum = 0
  for await number in mailbox { sum &+= number }
  precondition(sum == count * (count - 1) / 2, "the operators lose values")
  return (ReactiveStopwatch.now() - start) / Double(count)
}

/// A minimal mailbox: a lock, a buffer, and a job on the main queue when the buffer was empty.
private final class PlainMailbox: Sendable {
  private let buffer = Mutex<[Int]>([])

  func post(_ value: Int, drain: @escaping @Sendable ([Int]) -> Void) {
    let isFirst = buffer.withLock { buffer in
      buffer.append(value)
      return buffer.count == 1
    }
    guard isFirst else { return }
    DispatchQueue.main.async {
      drain(
        self.buffer.withLock { buffer in
          defer { buffer = [] }
          return buffer
        })
    }
  }
}

@MainActor
private func throughLock(_ count: Int) async -> Double {
  let door = PlainMailbox()
  let start = ReactiveStopwatch.now()
  await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
    let counter = PlainCounter()
    DispatchQueue.global().async {
      for number in 0..<count {
        door.post(number) { values in
          if counter.add(values.count) == count { continuation.resume() }
        }
      }
    }
  }
  return (ReactiveStopwatch.now() - start) / Double(count)
}

private final class PlainCounter: Sendable {
  private let seen = Mutex(0)

  func add(_ count: Int) -> Int {
    seen.withLock { seen in
      seen += count
      return seen
    }
  }
}
