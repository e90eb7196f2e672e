import Reactive
import TUIKit

// `target.property *= source`: the property follows the source from now on. The operator is the standard library's, with
// assignment precedence; it was chosen because a binding reads like an assignment that goes on.
//
// Everything that can stand on the right of a property is here; BindOperator+Controls.swift has what a person does,
// BindOperator+Several.swift several properties at once, BindOperator+Errors.swift errors, Table/ and Controls/ the rest.

/// Writes every value of `publisher` to the property, the current one at once, until the group or the target goes.
///
/// A failure ends the binding, leaves the property as it is and is told to ``BindingGroup/onFailure``.
@inlinable
@MainActor
public func *= <Target, Value, Failure>(
  binding: Binding<Target, Value>, publisher: some Publisher<Value, Failure>
) {
  let group = BindingGroup.running(for: binding.title)
  let token = AnyCancellable()
  let isOwned = binding.tie(token)
  group.add(token)
  if Failure.self == Never.self {
    publisher.write(to: binding, token, isOwned: isOwned, onFailure: nil)
  } else {
    let title = binding.title
    publisher.write(to: binding, token, isOwned: isOwned) { [weak group] error in
      if let group { group.report(error, in: title) }
    }
  }
}

/// The same for an optional property and a publisher of plain values.
@inlinable
@MainActor
public func *= <Target, Value, Failure>(
  binding: Binding<Target, Value?>, publisher: some Publisher<Value, Failure>
) {
  binding.contramap(Optional.some) *= publisher
}

/// The same for a text with looks and a publisher of plain words.
@MainActor
public func *= <Target, Failure>(
  binding: Binding<Target, StyledText>, publisher: some Publisher<String, Failure>
) {
  binding.contramap { StyledText($0) } *= publisher
}

extension Publisher {
  /// What `*=` does, for those who keep the subscription themselves. (RealmCombineMVVM called it `sink(_:)`.)
  ///
  /// It ends with the returned token, with a view or view controller that is the target, and for any other target at the
  /// first value after its death.
  ///
  /// - Parameter onFailure: called when the publisher fails; the property keeps its last value.
  @inlinable
  @MainActor
  public func bind<Target>(
    to binding: Binding<Target, Output>, onFailure: @escaping (Failure) -> Void
  ) -> AnyCancellable {
    let token = AnyCancellable()
    let isOwned = binding.tie(token)
    write(to: binding, token, isOwned: isOwned, onFailure: onFailure)
    return isOwned ? AnyCancellable { [weak token] in token?.cancel() } : token
  }

  /// Subscribes for as long as `token` lives.
  ///
  /// - Parameter isOwned: whether the target ends the token, which then cannot outlive it.
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
  /// What `*=` does, for those who keep the subscription themselves.
  @inlinable
  @MainActor
  public func bind<Target>(to binding: Binding<Target, Output>) -> AnyCancellable {
    bind(to: binding) { _ in }
  }
}

extension Binding {
  /// Has the target end the token when it dies, or when the property is bound again, if it is a view or a view controller;
  /// says whether it is.
  @inlinable
  func tie(_ token: AnyCancellable) -> Bool {
    let owner: (any AttachmentOwner)? =
      if let view = target as? View { view } else { target as? any AttachmentOwner }
    guard let owner else { return false }
    owner.attachments[name] = Tie(token)
    return true
  }
}

/// What hangs on a view for each of its bindings: it ends the binding when the view lets go of it.
@usableFromInline
final class Tie {
  private let token: AnyCancellable

  @usableFromInline
  init(_ token: AnyCancellable) {
    self.token = token
  }

  deinit {
    token.cancel()
  }
}
