/// The place of an entry: its machine, and its number among the entries of that machine, from 1.
public struct EntryID: Hashable, Sendable, Comparable {
  /// The machine that wrote the entry.
  public let machine: MachineID
  /// The number among the entries of the machine, from 1.
  public let number: Int64

  init(machine: MachineID, number: Int64) {
    self.machine = machine
    self.number = number
  }

  /// More than any machine writes: a greater number comes from damage.
  static let greatestNumber: Int64 = 1 << 53

  /// The state that all machines begin with.
  static let origin = EntryID(machine: .origin, number: 0)

  /// Compares the machines, then the numbers.
  public static func < (left: EntryID, right: EntryID) -> Bool {
    (left.machine, left.number) < (right.machine, right.number)
  }
}

/// The entries that a machine has: for each machine, all up to a number.
public struct VersionVector: Hashable, Sendable {
  private(set) var numbers: [MachineID: Int64]

  init(_ numbers: [MachineID: Int64] = [:]) {
    self.numbers = numbers.filter { $0.value > 0 }
  }

  /// The last number of a machine; 0 for an unknown one.
  public subscript(machine: MachineID) -> Int64 {
    get { numbers[machine, default: 0] }
    set { numbers[machine] = newValue > 0 ? newValue : nil }
  }

  var isEmpty: Bool { numbers.isEmpty }

  func covers(_ entry: EntryID) -> Bool { entry.number <= self[entry.machine] }

  func covers(_ other: VersionVector) -> Bool { other.numbers.allSatisfy { self[$0.key] >= $0.value } }

  mutating func formUnion(_ other: VersionVector) { numbers.merge(other.numbers, uniquingKeysWith: max) }

  /// The entries that both have.
  func intersection(_ other: VersionVector) -> VersionVector {
    VersionVector(numbers.reduce(into: [:]) { $0[$1.key] = min($1.value, other[$1.key]) })
  }

  /// The number of entries of `other` that this one lacks.
  func countMissing(from other: VersionVector) -> Int64 {
    other.numbers.reduce(0) { sum, entry in
      let (total, isTooLarge) = sum.addingReportingOverflow(max(0, entry.value - self[entry.key]))
      return isTooLarge ? .max : total
    }
  }

  /// The machines in the order of their identifiers.
  var sorted: [EntryID] { numbers.map { EntryID(machine: $0.key, number: $0.value) }.sorted() }
}
