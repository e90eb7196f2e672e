import RIV
import Reactive

extension Interactor {
  /// The domain states that follow while `actions` are sent and their effects run to the end, the present state not among
  /// them. It has a subscription of its own, so it can be used many times.
  public func collect(performing actions: [Action]) async -> [Domain] {
    var states: [Domain] = []
    let subscription = domains.dropFirst().sink { states.append($0) }
    for action in actions { interact(with: action) }
    await settled()
    subscription.cancel()
    return states
  }
}
