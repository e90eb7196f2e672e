import RIV
import Reactive

/// A view or view controller that shows the states of a feature.
///
///     final class ImportViewController: ViewController, FeatureView {
///       override func viewDidLoad() {
///         bindings = BindingGroup { self *= feature }
///       }
///       func show(_ state: ImportViewState) { … }
///     }
@MainActor
public protocol FeatureView<ViewState>: AnyObject {
  /// The view state.
  associatedtype ViewState

  /// Shows a state in place of the previous one.
  func show(_ state: ViewState)
}

/// Shows the current state of `feature` and each later one, until the running group or the view ends.
///
/// A view shows one feature: with another one, the former binding ends. The view is not kept alive; the group keeps the
/// feature's states, not the feature.
@MainActor
public func *= <Screen: FeatureView, Action>(screen: Screen, feature: Feature<Action, Screen.ViewState>) {
  Binding(screen, "feature") { $0.show($1) } *= feature.viewStates
}
