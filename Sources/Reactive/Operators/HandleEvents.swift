extension Publisher {
  /// Calls closures when events pass, and changes nothing.
  ///
  /// There is no `receiveRequest`, because there is no demand.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called when a subscriber arrives, before any value.
  ///   - receiveOutput: Called with each value, before it is passed on.
  ///   - receiveCompletion: Called with the completion, before it is passed on.
  ///   - receiveCancel: Called when the subscription is cancelled before its completion, once.
  @inlinable
  public func handleEvents(
    receiveSubscription: (() -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher { observer, lifetime in
      guard !lifetime.isCancelled else { return }
      receiveSubscription?()
      let isCompleted = Box(false)
      if let receiveCancel {
        lifetime.onCancel { if !isCompleted.value { receiveCancel() } }
      }
      attach(
        observer.onValue { value in
          receiveOutput?(value)
          observer.send(value)
        } onCompletion: { completion in
          isCompleted.value = true
          receiveCompletion?(completion)
          observer.send(completion: completion)
        },
        to: lifetime
      )
    }
  }

  /// Writes a line for each event to standard output or to `stream`, and changes nothing.
  public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> AnyPublisher<Output, Failure> {
    let lead = prefix.isEmpty ? "" : prefix + ": "
    var stream = stream
    let write = { (line: String) in
      if stream == nil { Swift.print(lead + line) } else { stream?.write(lead + line + "\n") }
    }
    return handleEvents(
      receiveSubscription: { write("receive subscription") },
      receiveOutput: { write("receive value: (\($0))") },
      receiveCompletion: {
        switch $0 {
        case .finished: write("receive finished")
        case .failure(let error): write("receive error: (\(error))")
        }
      },
      receiveCancel: { write("receive cancel") }
    )
  }
}
