import Reactive

/// What runs actions: a handle without a connection, a connection, or an observed actor.
@MainActor
public protocol ActorCaller {
  /// Runs an action with arguments that are values already, and returns its result.
  ///
  /// - Throws: Why there is no result; see ``action(_:_:as:)``.
  func call(_ name: String, _ arguments: [JSONValue]) async throws -> JSONValue
}

extension ActorHandle: ActorCaller {}
extension ActorConnection: ActorCaller {}

extension ActorCaller {
  /// Runs an action, and returns its result as `R`.
  ///
  ///     let count: Int = try await counter.action("increment", 1)
  ///
  /// - Throws: ``ActorError`` that the action throws, or an error of coding, of the network or of the connection.
  public func action<each A: Encodable, R: Decodable>(
    _ name: String, _ arguments: repeat each A, as type: R.Type = R.self
  ) async throws -> R {
    try await call(name, encoded(repeat each arguments)).decoded()
  }

  /// Runs an action; its result can be ignored.
  ///
  /// - Returns: The result, as a value.
  /// - Throws: Why there is no result; see ``action(_:_:as:)``.
  @discardableResult
  public func action<each A: Encodable>(_ name: String, _ arguments: repeat each A) async throws -> JSONValue {
    try await call(name, encoded(repeat each arguments))
  }

  /// Runs an action with any number of arguments, and returns its result as `R`.
  ///
  /// - Throws: Why there is no result; see ``action(_:_:as:)``.
  /// - Complexity: O(*n*), where *n* is the size of the arguments.
  public func action<R: Decodable>(
    _ name: String, args: [any Encodable], as type: R.Type = R.self
  ) async throws -> R {
    try await call(name, args.map { try JSONValue(encoding: $0) }).decoded()
  }

  /// Runs an action with any number of arguments; its result can be ignored.
  ///
  /// - Returns: The result, as a value.
  /// - Throws: Why there is no result; see ``action(_:_:as:)``.
  /// - Complexity: O(*n*), where *n* is the size of the arguments.
  @discardableResult
  public func action(_ name: String, args: [any Encodable]) async throws -> JSONValue {
    try await call(name, args.map { try JSONValue(encoding: $0) })
  }

  private func encoded<each A: Encodable>(_ arguments: repeat each A) throws -> [JSONValue] {
    var values: [JSONValue] = []
    for argument in repeat each arguments { values.append(try JSONValue(encoding: argument)) }
    return values
  }
}

extension ActorConnection {
  /// Delivers each event with the given name as a tuple of its arguments.
  ///
  ///     connection.events("moved", as: String.self, Int.self).sink { name, row in … }
  ///
  /// There must be exactly as many arguments as types. An event that does not fit is reported by ``errors()`` and
  /// skipped.
  public func events<each A: Decodable>(
    _ name: String, as types: repeat (each A).Type
  ) -> AnyPublisher<(repeat each A), Never> {
    let raw = events(name)
    return AnyPublisher { [weak self] observer, lifetime in
      let decoding = observer.onValue { (arguments: [JSONValue]) in
        do throws(ActorError) {
          observer.send(try EventTypes.decode(name, arguments, as: repeat each types))
        } catch {
          self?.report(error)
          observer.nothing()
        }
      }
      raw.attach(decoding, to: lifetime)
    }
  }

  /// Delivers `Void` for each event with the given name and without arguments.
  public func events(_ name: String, as type: Void.Type) -> AnyPublisher<Void, Never> {
    events(name).compactMap { [weak self] arguments -> Void? in
      if arguments.isEmpty { return () }
      self?.report(.decoding(event: name, detail: "expected 0 args, received \(arguments.count)"))
      return nil
    }.eraseToAnyPublisher()
  }
}
