import Reactive

/// The presentation of a screen.
public enum ModalStyle: Sendable, Hashable {
  /// A panel above the current screen, which stays visible.
  case sheet
  /// In place of every other screen.
  case fullScreen
}

/// Shows the screens that routes name: a stack above its first screen, and what is presented over it.
///
/// A route is a plain value that a feature's module defines, so a feature navigates without seeing a view. Bindery
/// makes a navigation controller a navigator; `RIVTesting` has one in memory.
///
/// A completion is called once, when the screen has come to rest: after its transition, and after the next appearance
/// for a change that is made off screen. It is called at once when there is nothing to do.
@MainActor
public protocol Navigator<Route>: AnyObject {
  /// The names of the screens.
  associatedtype Route

  /// The routes above the first screen, the topmost last. The first screen has no route.
  var routes: [Route] { get }

  /// The presented routes, the topmost last.
  var presentedRoutes: [Route] { get }

  /// Shows a route on top of the stack.
  func push(_ route: Route, animated: Bool, completion: (@MainActor () -> Void)?)

  /// Goes back by one screen; does nothing at the first.
  func pop(animated: Bool, completion: (@MainActor () -> Void)?)

  /// Goes back to the first screen.
  func popToRoot(animated: Bool, completion: (@MainActor () -> Void)?)

  /// Replaces the topmost route; at the first screen, pushes it.
  func replace(with route: Route, animated: Bool, completion: (@MainActor () -> Void)?)

  /// Replaces the routes above the first screen, as a deep link does.
  func setRoutes(_ routes: [Route], animated: Bool, completion: (@MainActor () -> Void)?)

  /// Presents a route over the current screen.
  ///
  /// - Parameters:
  ///   - route: The route to present.
  ///   - style: How the route is shown above the current screen.
  ///   - animated: Whether the transition moves.
  ///   - completion: Called at the end of the transition.
  ///   - onDismiss: Called once when the route is dismissed in any way, with the result that it is dismissed with; at
  ///     once, with `nil`, when it cannot be shown.
  func present(
    _ route: Route, as style: ModalStyle, animated: Bool, completion: (@MainActor () -> Void)?,
    onDismiss: (@MainActor (Any?) -> Void)?)

  /// Dismisses the route that was presented last; or, when there is none, the navigator itself where another navigator
  /// has presented it.
  ///
  /// - Parameters:
  ///   - result: What the presenter receives.
  ///   - completion: Called at the end of the transition.
  func dismiss(returning result: Any?, completion: (@MainActor () -> Void)?)

  /// Dismisses everything that this navigator shows: what it presents, its stack down to the first screen, and itself
  /// where another navigator has presented it.
  func dismissSelf(completion: (@MainActor () -> Void)?)
}

extension Navigator {
  /// Shows a route on top of the stack.
  public func push(_ route: Route, animated: Bool = true) { push(route, animated: animated, completion: nil) }

  /// Goes back by one screen; does nothing at the first.
  public func pop(animated: Bool = true) { pop(animated: animated, completion: nil) }

  /// Goes back to the first screen.
  public func popToRoot(animated: Bool = true) { popToRoot(animated: animated, completion: nil) }

  /// Replaces the topmost route; at the first screen, pushes it.
  public func replace(with route: Route, animated: Bool = false) {
    replace(with: route, animated: animated, completion: nil)
  }

  /// Replaces the routes above the first screen, as a deep link does.
  public func setRoutes(_ routes: [Route], animated: Bool = false) {
    setRoutes(routes, animated: animated, completion: nil)
  }

  /// Presents a route over the current screen.
  public func present(_ route: Route, as style: ModalStyle = .sheet, animated: Bool = true) {
    present(route, as: style, animated: animated, completion: nil, onDismiss: nil)
  }

  /// Dismisses the route that was presented last, or the presented navigator itself.
  public func dismiss(returning result: Any? = nil) { dismiss(returning: result, completion: nil) }

  /// Dismisses everything that this navigator shows, and itself where another navigator has presented it.
  public func dismissSelf() { dismissSelf(completion: nil) }

  /// Presents a route over the current screen, and waits for the result that it is dismissed with.
  ///
  ///     let tag = await navigator.present(.pickTag, returning: Tag.self)
  ///
  /// - Returns: `nil` when it is dismissed without a result, or with one of another type.
  public func present<Result>(
    _ route: Route, as style: ModalStyle = .sheet, animated: Bool = true, returning: Result.Type
  ) async -> Result? {
    let slot = AnswerSlot()
    func ask() {
      let answer = SingleAnswer(in: slot)
      present(route, as: style, animated: animated, completion: nil) { answer.give($0) }
    }
    ask()
    await slot.latch.pass()
    return slot.value as? Result
  }
}

/// The place of an answer, and a latch that opens when it is there.
@MainActor
private final class AnswerSlot {
  var value: Any?
  let latch = Latch()
}

/// Gives an answer exactly once: `nil` when it is released without one.
@MainActor
private final class SingleAnswer {
  private var slot: AnswerSlot?

  init(in slot: AnswerSlot) {
    self.slot = slot
  }

  isolated deinit {
    slot?.latch.open()
  }

  func give(_ result: Any?) {
    slot?.value = result
    slot?.latch.open()
    slot = nil
  }
}
