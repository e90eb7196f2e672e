import Reactive

extension ActorObservable {
  /// Delivers the arguments of each event with the given name.
  ///
  /// A subscription that is made before there is a connection waits for it, and finishes when that connection is
  /// disposed or this actor leaves it. `onActorEvent(_:_:perform:)` subscribes to the next connection.
  public func events(_ name: String) -> AnyPublisher<[JSONValue], Never> {
    firstConnection { $0.events(name) }
  }

  /// Delivers each event with the given name as a tuple of its arguments; see `events(_:as:)` of
  /// ``ActorConnection``.
  public func events<each A: Decodable>(
    _ name: String, as types: repeat (each A).Type
  ) -> AnyPublisher<(repeat each A), Never> {
    firstConnection { $0.events(name, as: repeat each types) }
  }

  /// Delivers `Void` for each event with the given name and without arguments.
  public func events(_ name: String, as type: Void.Type) -> AnyPublisher<Void, Never> {
    firstConnection { $0.events(name, as: type) }
  }

  private func firstConnection<Output>(
    _ events: @escaping (ActorConnection) -> AnyPublisher<Output, Never>
  ) -> AnyPublisher<Output, Never> {
    connection.compactMap { $0 }.prefix(1).flatMap { [connection] current in
      events(current).prefix(untilOutputFrom: connection.filter { $0 !== current })
    }.eraseToAnyPublisher()
  }

  /// The events of each connection, one after the other.
  func allEvents(_ name: String) -> AnyPublisher<[JSONValue], Never> {
    connection.map { $0?.events(name) ?? Empty<[JSONValue], Never>().eraseToAnyPublisher() }.switchToLatest()
      .eraseToAnyPublisher()
  }
}

/// Calls `perform` with the arguments of each event, also after the connection has been replaced, until the token ends.
///
///     tokens.append(onActorEvent($chat, "message") { (author: String, text: String) in … })
///
/// There must be exactly as many arguments as parameters, and each is decoded on its own; otherwise
/// ``onActorError(_:perform:)`` receives ``ActorError`` `client.decode_error`, and the next event is awaited.
@MainActor
public func onActorEvent<each A: Decodable>(
  _ actor: ActorObservable, _ name: String, perform: @escaping @MainActor (repeat each A) -> Void
) -> AnyCancellable {
  actor.allEvents(name).sink { [weak actor] arguments in
    do throws(ActorError) {
      let values = try EventTypes.decode(name, arguments, as: repeat (each A).self)
      perform(repeat each values)
    } catch {
      actor?.report(error)
    }
  }
}

/// Calls `perform` with the arguments of each event as they are; see ``onActorEvent(_:_:perform:)``.
@MainActor
public func onActorEvent(
  _ actor: ActorObservable, _ name: String, perform: @escaping @MainActor ([JSONValue]) -> Void
) -> AnyCancellable {
  actor.allEvents(name).sink { arguments in perform(arguments) }
}

/// Calls `perform` with the current error, if there is one, and with each new one, until the token ends.
///
/// The errors of actions are not among them: their callers receive them.
@MainActor
public func onActorError(
  _ actor: ActorObservable, perform: @escaping @MainActor (ActorError) -> Void
) -> AnyCancellable {
  actor.error.compactMap { $0 }.sink { error in perform(error) }
}
