/// A minimal subject: an array of entries, in order, each with an id and a closure.
final class PlainSubject {
  struct Subscription {
    let id: Int
    let receive: (Int) -> Void
  }

  private var entries: [Subscription] = []
  private var nextID = 0

  @inline(never)
  func send(_ value: Int) {
    let present = entries
    for entry in present { entry.receive(value) }
  }

  @inline(never)
  func subscribe(_ receive: @escaping (Int) -> Void) -> Int {
    nextID += 1
    entries.append(Subscription(id: nextID, receive: receive))
    return nextID
  }

  @inline(never)
  func cancel(_ id: Int) {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    if low < entries.count, entries[low].id == id { entries.remove(at: low) }
  }
}

/// Closures composed by hand: a minimal chain of operators.
enum PlainChain {
  @inline(never)
  static func map(_ transform: @escaping (Int) -> Int, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { next(transform($0)) }
  }

  @inline(never)
  static func filter(_ isIncluded: @escaping (Int) -> Bool, _ next: @escaping (Int) -> Void) -> (Int) -> Void {
    { if isIncluded($0) { next($0) } }
  }
}
