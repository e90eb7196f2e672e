import Reactive
import Testing

/// A way to derive an array from another, with the equivalent computation on plain arrays.
struct Derivation: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Calls its second argument each time that a closure runs for one element.
  let derive: @Sendable (MutableObservableArray<Row>, @escaping () -> Void) -> any ObservableArray<Row>
  let plain: @Sendable ([Row]) -> [Row]
  /// Whether a closure runs for one element at a time.
  let asks: Bool

  init(
    _ name: String, asks: Bool = false,
    _ derive: @escaping @Sendable (MutableObservableArray<Row>, @escaping () -> Void) -> any ObservableArray<Row>,
    plain: @escaping @Sendable ([Row]) -> [Row]
  ) {
    testDescription = name
    self.derive = derive
    self.plain = plain
    self.asks = asks
  }

  static func precedes(_ left: Row, _ right: Row) -> Bool { (left.text, left.id) < (right.text, right.id) }

  static let all = [
    Derivation("the source itself") { source, _ in
      source
    } plain: {
      $0
    },
    Derivation("erased, and erased again") { source, _ in
      source.eraseToAnyObservableArray().eraseToAnyObservableArray()
    } plain: {
      $0
    },
    Derivation("map", asks: true) { source, count in
      source.map { row -> Row in
        count()
        return Row(id: row.id, text: row.text * 2)
      }
    } plain: {
      $0.map { Row(id: $0.id, text: $0.text * 2) }
    },
    Derivation("filter", asks: true) { source, count in
      source.filter { row in
        count()
        return row.text.isMultiple(of: 3)
      }
    } plain: {
      $0.filter { $0.text.isMultiple(of: 3) }
    },
    Derivation("sorted") { source, _ in
      source.sorted(by: precedes)
    } plain: {
      $0.sorted(by: precedes)
    },
    Derivation("window at the beginning") { source, _ in
      source.window(limit: 20)
    } plain: {
      Array($0.prefix(20))
    },
    Derivation("window in the middle") { source, _ in
      source.window(offset: 7, limit: 300)
    } plain: {
      Array($0.dropFirst(7).prefix(300))
    },
    Derivation("window of nothing") { source, _ in
      source.window(offset: 3, limit: 0)
    } plain: { _ in
      []
    },
    Derivation("window without end") { source, _ in
      source.window(offset: 2, limit: .max)
    } plain: {
      Array($0.dropFirst(2))
    },
    Derivation("filter, sorted, map, window") { source, _ in
      source.filter { $0.text > 10 }.sorted(by: precedes).map { Row(id: $0.id, text: -$0.text) }
        .window(offset: 3, limit: 40)
    } plain: {
      let rows = $0.filter { $0.text > 10 }.sorted(by: precedes).map { Row(id: $0.id, text: -$0.text) }
      return Array(rows.dropFirst(3).prefix(40))
    },
  ]
}
