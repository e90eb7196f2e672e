/// A case of an enum as a value: makes the enum from an associated value, and extracts the value again.
///
///     CasePath(Action.counter) { if case .counter(let action) = $0 { action } else { nil } }
public struct CasePath<Root, Value> {
  /// Makes the enum from an associated value.
  public let embed: (Value) -> Root
  /// Extracts the associated value; `nil` for another case.
  public let extract: (Root) -> Value?

  /// The case that `embed` makes and `extract` reads.
  public init(_ embed: @escaping (Value) -> Root, _ extract: @escaping (Root) -> Value?) {
    self.embed = embed
    self.extract = extract
  }

  /// A case with two associated values.
  ///
  ///     CasePath(Action.row) { if case .row(let id, let action) = $0 { (id, action) } else { nil } }
  public init<First, Second>(
    _ embed: @escaping (First, Second) -> Root, _ extract: @escaping (Root) -> (First, Second)?
  ) where Value == (First, Second) {
    self.embed = { embed($0.0, $0.1) }
    self.extract = extract
  }
}
