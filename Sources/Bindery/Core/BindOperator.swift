import Reactive
import TUIKit

// `target.property *= source`: the property follows the source from now on. The operator is that of the standard
// library, with assignment precedence: a binding reads like an assignment that continues.
//
// BindOperator+Controls.swift binds what the user changes, BindOperator+Several.swift several properties at once,
// BindOperator+Errors.swift errors.

/// Writes every value of `publisher` to the property, the current one at once, until the group or the target ends.
///
/// A failure ends the binding and calls ``BindingGroup/onFailure``; the property keeps its last value.
@inlinable
@MainActor
public func *= <Target, Value, Failure>(
  binding: Binding<Target, Value>, publisher: some Publisher<Value, Failure>
) {
  let group = BindingGroup.running(for: binding.title)
  let token = AnyCancellable()
  let (isOwned, former) = binding.replaceLifetime(with: token)
  group.add(token)
  if Failure.self == Never.self {
    publisher.write(to: binding, token, isOwned: isOwned, onFailure: nil)
  } else {
    let title = binding.title
    publisher.write(to: binding, token, isOwned: isOwned) { [weak group] error in
      if let group { group.report(error, in: title) }
    }
  }
  withExtendedLifetime(former) {}
}

/// Writes every value of a publisher of plain values to an optional property.
@inlinable
@MainActor
public func *= <Target, Value, Failure>(
  binding: Binding<Target, Value?>, publisher: some Publisher<Value, Failure>
) {
  binding.contramap(Optional.some) *= publisher
}

/// Writes every value of a publisher of optional text to a text; `nil` is the empty text.
@inlinable
@MainActor
public func *= <Target, Failure>(
  binding: Binding<Target, String>, publisher: some Publisher<String?, Failure>
) {
  binding.contramap { $0 ?? "" } *= publisher
}

/// Writes every value of a publisher of plain text to a styled text.
@MainActor
public func *= <Target, Failure>(
  binding: Binding<Target, StyledText>, publisher: some Publisher<String, Failure>
) {
  binding.contramap { StyledText($0) } *= publisher
}

extension Publisher {
  /// Writes every value to a property, as `*=` does, for callers that keep the subscription themselves.
  ///
  /// RealmCombineMVVM called it `sink(_:)`.
  ///
  /// - Parameters:
  ///   - binding: The property.
  ///   - onFailure: Called when the publisher fails; the property keeps its last value.
  /// - Returns: the token that ends the subscription. It also ends with a view or view controller that is the target,
  ///   and for any other target at the first value after its release.
  @inlinable
  @MainActor
  public func bind<Target>(
    to binding: Binding<Target, Output>, onFailure: @escaping (Failure) -> Void
  ) -> AnyCancellable {
    let token = AnyCancellable()
    let (isOwned, former) = binding.replaceLifetime(with: token)
    write(to: binding, token, isOwned: isOwned, onFailure: onFailure)
    withExtendedLifetime(former) {}
    return isOwned ? AnyCancellable { [weak token] in token?.cancel() } : token
  }

  /// Subscribes until `token` ends.
  ///
  /// - Parameter isOwned: Whether the target ends the token, so that the token cannot outlive it.
  @inlinable
  @MainActor
  func write<Target>(
    to binding: Binding<Target, Output>, _ token: AnyCancellable, isOwned: Bool, onFailure: ((Failure) -> Void)?
  ) {
    let set = binding.set
    let observer =
      isOwned && onFailure == nil
      ? Observer<Output, Failure> { [weak target = binding.target] value in
        if let target { set(target, value) }
      }
      : Observer<Output, Failure> { [weak target = binding.target, weak token] signal in
        switch signal {
        case .value(let value):
          if let target { set(target, value) } else { token?.cancel() }
        case .completion(.failure(let error)): onFailure?(error)
        case .completion(.finished), .mark, .nothing: break
        }
      }
    attach(observer, to: token)
  }
}

extension Publisher where Failure == Never {
  /// Writes every value to a property, as `*=` does, for callers that keep the subscription themselves.
  ///
  /// - Returns: The token that ends the subscription.
  @inlinable
  @MainActor
  public func bind<Target>(to binding: Binding<Target, Output>) -> AnyCancellable {
    bind(to: binding) { _ in }
  }
}

extension Binding {
  @inlinable
  var owner: (any AttachmentOwner)? {
    if let view = target as? View { view } else { target as? any AttachmentOwner }
  }

  /// Makes a target that is a view or a view controller end the token when it is released, or when the property is
  /// bound again.
  ///
  /// Returns whether the target is one, and the former binding of the property: it ends when it is released, after the
  /// new one has subscribed, so that a source that both share keeps a subscriber.
  @inlinable
  func replaceLifetime(with token: AnyCancellable) -> (isOwned: Bool, former: AnyObject?) {
    guard let owner else { return (false, nil) }
    return (true, owner.attachments.replace(name, with: BindingLifetime(token)))
  }

  /// Ends a second token together with the current binding of the property.
  func endTogether(with token: AnyCancellable) {
    (owner?.attachments[name] as? BindingLifetime)?.others.append(token)
  }
}

/// The attachment of a target for each of its bindings: the binding ends with it.
@usableFromInline
final class BindingLifetime {
  private let token: AnyCancellable
  fileprivate var others: [AnyCancellable] = []

  @usableFromInline
  init(_ token: AnyCancellable) {
    self.token = token
  }

  deinit {
    token.cancel()
    for token in others { token.cancel() }
  }
}
