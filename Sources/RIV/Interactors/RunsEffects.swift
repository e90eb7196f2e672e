import Reactive

/// An interactor with observable effects.
///
/// Test support asks it whether more states can follow.
@MainActor
package protocol RunsEffects: AnyObject {
  /// The names of the effects under way.
  var effectsUnderWay: [String] { get }
  /// Sends whenever an effect ends or is cancelled, here or in a child.
  var effectEndings: AnyPublisher<Void, Never> { get }
}

extension BaseInteractor: RunsEffects {}
