import Persistence
import Testing

private struct Sample: ListElement {
  var value = 0.0

  static var parts: [(name: String, type: String)] { [("value", Double.columnType)] }

  init(_ value: Double) {
    self.value = value
  }

  init?(parts: [StoredValue]) {
    guard let first = parts.first, let value = Double(stored: first) else { return nil }
    self.value = value
  }

  var parts: [StoredValue] { [value.stored] }
}

private struct Reading: Model {
  var row: Int64 = 0
  var id = ""
  var value = 0.0
  var samples: [Sample] = []

  init() {}

  init(_ value: Double) {
    self.value = value
    samples = [Sample(-value), Sample(1 / value)]
  }

  static let table = Table<Reading>(
    "reading", columns: [Column("value", \.value)], lists: [List("sample", \.samples)],
    orders: [Order("value") { ["\($0.value)"] }], searchText: { ["\($0.value)"] })
}

/// Real numbers in the images of the change log.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RealNumberTests {
  let folder = Folder()

  /// Many records are deleted by other statements than few.
  @Test(arguments: [1, 300]) func `an undo restores 17 digits, and infinities`(count: Int) async throws {
    let format = StoreFormat(applicationID: 7, version: 1, models: [Reading.self])
    let store = try Store.open(at: folder.book, format)
    let readings = try await store.write { transaction in
      let values: [Double] = (1...count).map { 0.1 * Double($0) + 0.2 } + [.infinity, -.infinity]
      return try values.map { try transaction.insert(Reading($0)) }
    }
    let rows = readings.map(\.row)
    try await store.write { transaction in
      try transaction.update(Reading.self, rows: rows) { reading in
        reading.value = 1
        reading.samples = []
      }
    }
    try await store.undo()
    #expect(Set(try store.fetch(Query<Reading>())) == Set(readings))
    try await store.write { try $0.delete(Reading.self, rows: rows) }
    try await store.undo()
    #expect(Set(try store.fetch(Query<Reading>())) == Set(readings))
  }
}
