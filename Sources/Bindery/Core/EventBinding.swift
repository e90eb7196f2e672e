import Reactive
import TUIKit

/// An action of the user on a view, to which `*=` can subscribe: `button.pressBinding *= viewModel.save`.
@MainActor
public struct EventBinding<Source: AnyObject, Event> {
  /// The view; held weakly.
  public private(set) weak var source: Source?
  /// The name of the event, such as `"press"`.
  public let name: String
  /// Calls back at each event until the token ends.
  let observe: (Source, @escaping @MainActor (Event) -> Void) -> AnyCancellable

  /// An event that a closure observes.
  ///
  /// - Parameters:
  ///   - source: The view; held weakly.
  ///   - name: The name of the event.
  ///   - observe: Calls back at each event, until the returned token ends. The token should not keep the callback alive
  ///     longer than `source`.
  public init(
    _ source: Source, _ name: String,
    observe: @escaping (Source, @escaping @MainActor (Event) -> Void) -> AnyCancellable
  ) {
    self.source = source
    self.name = name
    self.observe = observe
  }

  /// Calls `action` at each event, until the running group or the source ends.
  func onEvent(_ action: @escaping @MainActor (Event) -> Void) {
    let group = BindingGroup.running(
      for: "\(source.map { String(describing: type(of: $0)) } ?? "a released \(Source.self)").\(name)")
    if let source { group.add(observe(source, action)) }
  }
}
