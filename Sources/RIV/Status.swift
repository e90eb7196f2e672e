/// How far something that takes time has come.
public enum Status<Value> {
  case idle
  case loading
  case loaded(Value)
  case failed(String)

  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }
}

extension Status: Equatable where Value: Equatable {}
extension Status: Sendable where Value: Sendable {}
