import Reactive

/// A property and a value outside of the scene, as the two ends of one binding.
@MainActor
package struct PropertyConnection<Value> {
  /// Ends the connection.
  package let token: AnyCancellable
  /// Sets the property.
  package let write: (Value) -> Void

  package init(token: AnyCancellable, write: @escaping (Value) -> Void) {
    self.token = token
    self.write = write
  }
}

extension ViewModelInstance {
  /// Connects a property with a value outside of the scene.
  ///
  /// - Parameters:
  ///   - property: The property; a wrong path is reported when a value is written.
  ///   - receive: Called at the end of an advance with the property's value, where it is not the one that was last
  ///     written or received; `nil` for a connection in one direction.
  package func connect<P: ObservableProperty>(
    _ property: P, receive: ((P.Value) -> Void)?
  ) -> PropertyConnection<P.Value> {
    connect(property.path, P.dataType, receive.map { receive in { P.value(of: PropertyContent($0)).map(receive) } }) {
      if (try? $0.value(of: property)) != $1 { $0.setValue(of: property, to: $1) }
    }
  }

  /// Connects a nested instance with a value outside of the scene.
  ///
  /// See ``connect(_:receive:)``.
  package func connect(
    _ property: ViewModelInstanceProperty, receive: ((ViewModelInstance) -> Void)?
  ) -> PropertyConnection<ViewModelInstance> {
    let receive = receive.map { receive in
      { (value: Value) in if case .instance(let nested?) = value { receive(nested) } }
    }
    return connect(property.path, .viewModel, receive) {
      if (try? $0.value(of: property)) != $1 { $0.setValue(of: property, to: $1) }
    }
  }

  private func connect<Output>(
    _ path: String, _ type: DataType, _ receive: ((Value) -> Void)?,
    write: @escaping (ViewModelInstance, Output) -> Void
  ) -> PropertyConnection<Output> {
    var subscription: PropertySubscription?
    if let receive, let found = viewModel.path(path), found.property.type == type {
      subscription = PropertySubscription(found, of: self, receive: receive)
    }
    return PropertyConnection(
      token: AnyCancellable { [weak subscription] in subscription?.end() },
      write: { [weak self, weak subscription] value in
        guard let self else { return }
        write(self, value)
        subscription?.acknowledge()
      })
  }
}
