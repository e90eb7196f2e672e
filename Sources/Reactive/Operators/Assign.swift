extension Publisher where Failure == Never {
  /// Writes each value to a property of `object`, which is held weakly.
  ///
  /// Combine's operator of this name keeps the object alive, a common leak; this one ends at the first value after the
  /// object was freed.
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let lifetime = AnyCancellable()
    let link = lifetime.child()
    attach(
      Observer { [weak object] signal in
        guard case .value(let value) = signal else { return }
        if let object { object[keyPath: keyPath] = value } else { link.cancel() }
      },
      to: link
    )
    return lifetime
  }

  /// Sends each value to `target`.
  ///
  /// Two values that are assigned to each other settle when one direction drops equal values
  /// (``Publisher/removeDuplicates()``). An endless cycle is stopped after 100 rounds: the current value is dropped,
  /// and `onCycle` is called with the names of both ends.
  ///
  /// - Parameters:
  ///   - target: The value to set.
  ///   - onCycle: Called when a cycle was stopped. By default, writes a line to standard error.
  public func assign(
    to target: CurrentValue<Output, Never>,
    onCycle: @escaping (BindingCycle) -> Void = { $0.writeToStandardError() }
  ) -> AnyCancellable {
    let lifetime = AnyCancellable()
    let guardian = CycleGuard(target: target.hub, onCycle: onCycle)
    attach(
      Observer { [weak lifetime] signal in
        guard case .value(let value) = signal else { return }
        if target.hub.isBusy, let lifetime, guardian.isEndless(from: lifetime) { return }
        target.send(value)
      },
      to: lifetime
    )
    return lifetime
  }
}
