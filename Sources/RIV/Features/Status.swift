/// How far something that takes time has come.
public enum Status<Value> {
  /// Nobody has asked for it.
  case idle
  case loading
  case loaded(Value)
  /// It did not work; why, in a sentence for the user.
  case failed(String)

  /// What was loaded, if it was.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// Why it failed, if it did.
  public var failure: String? {
    if case .failed(let sentence) = self { sentence } else { nil }
  }

  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// What an effect's result means: loaded, or failed with the error's own description.
  public init(_ result: Result<Value, some Error>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let error): self = .failed("\(error)")
    }
  }

  public func map<New>(_ transform: (Value) throws -> New) rethrows -> Status<New> {
    switch self {
    case .idle: .idle
    case .loading: .loading
    case .loaded(let value): .loaded(try transform(value))
    case .failed(let sentence): .failed(sentence)
    }
  }
}

extension Status: Equatable where Value: Equatable {}
extension Status: Hashable where Value: Hashable {}
extension Status: Sendable where Value: Sendable {}
extension Status: Encodable where Value: Encodable {}
extension Status: Decodable where Value: Decodable {}
