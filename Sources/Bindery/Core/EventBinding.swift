import Reactive
import TUIKit

/// Something that a person does, ready to be sent on: `button.pressBinding *= viewModel.save`.
@MainActor
public struct EventBinding<Source: AnyObject, Event> {
  public private(set) weak var source: Source?
  /// What the event is called: `"press"`.
  public let name: String
  /// Calls back each time, until the token goes.
  let observe: (Source, @escaping @MainActor (Event) -> Void) -> AnyCancellable

  /// - Parameter observe: calls back each time it happens, until the token that it returns goes. The token should not keep
  ///   the callback alive longer than `source` lives.
  public init(
    _ source: Source, _ name: String,
    observe: @escaping (Source, @escaping @MainActor (Event) -> Void) -> AnyCancellable
  ) {
    self.source = source
    self.name = name
    self.observe = observe
  }

  /// Calls `action` each time, until the running group or the source goes.
  func onEvent(_ action: @escaping @MainActor (Event) -> Void) {
    let group = BindingGroup.running(
      for: "\(source.map { String(describing: type(of: $0)) } ?? "a released \(Source.self)").\(name)")
    if let source { group.add(observe(source, action)) }
  }
}
