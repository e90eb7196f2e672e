/// An order for readers: collated by the book's locale, not by code points.
///
/// Fields are compared one after the other: `["Ada", "Lovelace"]` puts every Ada before every Adam.
///
/// The keys of an order of the model's table are stored and indexed. An order may also be computed by SQL when a list
/// is opened. That costs writers nothing, but a list then has to sort all of its records.
public struct Order<M: Model>: Sendable, Hashable {
  /// The key's column is called `sort_NAME`.
  public let name: String
  /// Whether the list begins with the greatest key.
  public var isDescending = false
  /// What a list in this order is divided by.
  private(set) var division = Division.initials
  /// The SQL expression of the key; `nil` when it is stored.
  private let expression: String?
  /// Whether only searches are in this order, so that the whole table is never sorted by it.
  var isOfSearch = false
  let fields: @Sendable (M) -> [String]
  private let isFirst: (@Sendable (M) -> Bool)?

  /// Describes an order by some texts of a record, the first of which counts most.
  ///
  /// - Parameters:
  ///   - name: The name of the order.
  ///   - isFirst: Whether a record precedes all others, in a section of its own; `nil` when none does.
  ///   - fields: Returns the texts of a record, the first of which counts most.
  public init(
    _ name: String, first isFirst: (@Sendable (M) -> Bool)? = nil, fields: @escaping @Sendable (M) -> [String]
  ) {
    self.name = name
    self.fields = fields
    self.isFirst = isFirst
    expression = nil
  }

  /// Describes an order by the values of an SQL expression.
  ///
  /// The list has no sections.
  ///
  /// - Parameters:
  ///   - name: A name that no other order has.
  ///   - expression: An expression of the columns of a record, in which the table qualifies them.
  public init(_ name: String, expression: String) {
    self.name = name
    self.expression = "(\(expression))"
    fields = { _ in [] }
    isFirst = nil
    division = .none
  }

  /// The same order reversed.
  public var reversed: Order {
    var order = self
    order.isDescending.toggle()
    return order
  }

  /// The same order in a list without sections.
  public var undivided: Order {
    var order = self
    order.division = .none
    return order
  }

  /// This order within groups: the records with the same text, without regard to case and accents.
  ///
  /// A section shows each group. The groups are ordered by their texts; records without a text come last.
  ///
  /// - Parameters:
  ///   - name: The name of the grouping.
  ///   - text: An SQL expression for the text of a record.
  ///   - rest: The title of the section of the records without a text.
  ///   - first: An SQL condition for the records that precede all groups, in a section of their own.
  public func grouped(by name: String, text: String, rest: String, first: String) -> Order {
    let key = "\(Folding.groupFunction)(\(text), \(first))"
    var order = Order("\(name)_\(self.name)", expression: "CAST(\(key) || \(column) AS BLOB)")
    order.division = .groups(
      key: key,
      label: "CASE WHEN \(first) THEN '\(Initials.first)' ELSE coalesce(nullif(\(text), ''), '\(rest)') END")
    return order
  }

  /// Whether a list in this order can have sections.
  public var isDivided: Bool { division != .none }

  var column: String { expression ?? "sort_" + name }
  var isComputed: Bool { expression != nil }

  /// The stored key of a record.
  func key(of model: M, _ collator: Collator) -> [UInt8] {
    let key = collator.key(for: fields(model))
    return isFirst?(model) == true ? Initials.firstKey + key : key
  }

  /// Whether two orders have the same name, direction and sections.
  public static func == (left: Order, right: Order) -> Bool {
    left.name == right.name && left.isDescending == right.isDescending && left.division == right.division
  }

  /// Hashes the name and the direction.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(isDescending)
  }
}

/// What a list is divided by.
enum Division: Hashable, Sendable {
  case none
  /// The letters that the keys begin with.
  case initials
  /// The beginnings of the keys, which an SQL expression returns; another one returns the title of a record's group.
  case groups(key: String, label: String)
}
