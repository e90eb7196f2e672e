import Reactive

/// Collects what the block of ``BindingGroup/collecting(onFailure:_:)`` mentions. Bindings made with `*=` add themselves.
@resultBuilder
@MainActor
public enum BindingBuilder {
  public static func buildExpression(_ binding: Void) -> [any Cancellable] { [] }
  public static func buildExpression(_ cancellable: any Cancellable) -> [any Cancellable] { [cancellable] }
  public static func buildExpression(_ cancellables: [any Cancellable]) -> [any Cancellable] { cancellables }

  public static func buildBlock(_ parts: [any Cancellable]...) -> [any Cancellable] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [any Cancellable]?) -> [any Cancellable] { part ?? [] }
  public static func buildEither(first part: [any Cancellable]) -> [any Cancellable] { part }
  public static func buildEither(second part: [any Cancellable]) -> [any Cancellable] { part }
  public static func buildArray(_ parts: [[any Cancellable]]) -> [any Cancellable] { parts.flatMap { $0 } }
}
