import Reactive

/// Collects the cancellables in the block of ``BindingGroup/collecting(onFailure:_:)``.
///
/// Bindings made with `*=` add themselves.
@resultBuilder
@MainActor
public enum BindingBuilder {
  /// A binding made with `*=`, which has added itself.
  public static func buildExpression(_ binding: Void) -> [any Cancellable] { [] }
  /// A cancellable that the group keeps.
  public static func buildExpression(_ cancellable: any Cancellable) -> [any Cancellable] { [cancellable] }
  /// Several cancellables that the group keeps.
  public static func buildExpression(_ cancellables: [any Cancellable]) -> [any Cancellable] { cancellables }

  /// The cancellables of all statements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of tokens.
  public static func buildBlock(_ parts: [any Cancellable]...) -> [any Cancellable] { parts.flatMap { $0 } }
  /// The cancellables of an `if` without `else`.
  public static func buildOptional(_ part: [any Cancellable]?) -> [any Cancellable] { part ?? [] }
  /// The cancellables of the first branch.
  public static func buildEither(first part: [any Cancellable]) -> [any Cancellable] { part }
  /// The cancellables of the second branch.
  public static func buildEither(second part: [any Cancellable]) -> [any Cancellable] { part }
  /// The cancellables of a loop.
  ///
  /// - Complexity: O(*n*), where *n* is the number of tokens.
  public static func buildArray(_ parts: [[any Cancellable]]) -> [any Cancellable] { parts.flatMap { $0 } }
}
