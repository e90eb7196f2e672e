/// How a screen is presented.
public enum ModalStyle: Sendable, Hashable {
  /// In the middle, above the present screen, which stays visible.
  case sheet
  /// Instead of everything else.
  case fullScreen
}

/// Shows the screens that routes name: a stack above its first screen, and what is presented over it.
///
/// A route is a plain value that a feature's module defines, so a feature can go somewhere without seeing a view. Bindery makes a
/// navigation controller a navigator; `RIVTesting` has one in memory.
///
/// A completion is called once, when what one sees has come to rest; at once when there is nothing to do.
@MainActor
public protocol Navigator<Route>: AnyObject {
  associatedtype Route

  /// The routes above the first screen, the topmost last. The first screen is nobody's route.
  var routes: [Route] { get }

  /// The routes that are presented, the topmost last.
  var presentedRoutes: [Route] { get }

  func push(_ route: Route, animated: Bool, completion: (@MainActor () -> Void)?)

  /// Goes back by one; does nothing at the first screen.
  func pop(animated: Bool, completion: (@MainActor () -> Void)?)

  /// Goes back to the first screen.
  func popToRoot(animated: Bool, completion: (@MainActor () -> Void)?)

  /// Puts a route in the place of the topmost one; at the first screen, pushes it.
  func replace(with route: Route, animated: Bool, completion: (@MainActor () -> Void)?)

  /// Puts these routes above the first screen, in the place of those that are there: where a deep link leads.
  func setRoutes(_ routes: [Route], animated: Bool, completion: (@MainActor () -> Void)?)

  /// Shows a route over what is on screen.
  ///
  /// - Parameter onDismiss: Called once when it has gone, by whatever way, with what it was dismissed with; at once, with `nil`,
  ///   when it cannot be shown.
  func present(
    _ route: Route, as style: ModalStyle, animated: Bool, completion: (@MainActor () -> Void)?,
    onDismiss: (@MainActor (Any?) -> Void)?)

  /// Takes away what was presented last; or, when there is nothing, the navigator itself where it is presented by another.
  ///
  /// - Parameter result: What whoever presented it gets.
  func dismiss(returning result: Any?, completion: (@MainActor () -> Void)?)

  /// Takes away everything that this navigator shows: what it presents, its stack down to the first screen, and itself where it
  /// is presented by another.
  func dismissSelf(completion: (@MainActor () -> Void)?)
}

extension Navigator {
  public func push(_ route: Route, animated: Bool = true) { push(route, animated: animated, completion: nil) }
  public func pop(animated: Bool = true) { pop(animated: animated, completion: nil) }
  public func popToRoot(animated: Bool = true) { popToRoot(animated: animated, completion: nil) }

  public func replace(with route: Route, animated: Bool = false) {
    replace(with: route, animated: animated, completion: nil)
  }

  public func setRoutes(_ routes: [Route], animated: Bool = false) {
    setRoutes(routes, animated: animated, completion: nil)
  }

  public func present(_ route: Route, as style: ModalStyle = .sheet, animated: Bool = true) {
    present(route, as: style, animated: animated, completion: nil, onDismiss: nil)
  }

  public func dismiss(returning result: Any? = nil) { dismiss(returning: result, completion: nil) }
  public func dismissSelf() { dismissSelf(completion: nil) }

  /// Shows a route over what is on screen, and waits for what it is dismissed with.
  ///
  ///     let tag = await navigator.present(.pickTag, returning: Tag.self)
  ///
  /// - Returns: `nil` when it was left without a result, or with one of another type.
  public func present<Result>(
    _ route: Route, as style: ModalStyle = .sheet, animated: Bool = true, returning: Result.Type
  ) async -> Result? {
    let slot = AnswerSlot()
    func ask() {
      let answer = Answer(in: slot)
      present(route, as: style, animated: animated, completion: nil) { answer.give($0) }
    }
    ask()
    await slot.latch.pass()
    return slot.value as? Result
  }
}

/// Where an answer is put.
@MainActor
private final class AnswerSlot {
  var value: Any?
  let latch = Latch()
}

/// Lets somebody wait for an answer, which comes exactly once: with `nil` when whoever was to answer is gone.
@MainActor
private final class Answer {
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
