/// The progress of work that takes time.
public enum Status<Value> {
  /// The work has not been started.
  case idle
  /// The work is under way.
  case loading
  /// The work has ended with a value.
  case loaded(Value)
  /// The work has failed, for a reason given in a sentence for the user.
  case failed(String)

  /// The loaded value; `nil` in any other state.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The reason why the work failed; `nil` in any other state.
  public var failure: String? {
    if case .failed(let sentence) = self { sentence } else { nil }
  }

  /// Whether the work is under way.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// The status of an effect that has ended: loaded, or failed with the description of the error.
  public init(_ result: Result<Value, some Error>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let error): self = .failed("\(error)")
    }
  }
}

extension Status: Equatable where Value: Equatable {}
extension Status: Hashable where Value: Hashable {}
extension Status: Sendable where Value: Sendable {}
extension Status: Encodable where Value: Encodable {}
extension Status: Decodable where Value: Decodable {}
