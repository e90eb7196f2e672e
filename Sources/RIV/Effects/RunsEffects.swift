/// Tells what is under way: what test support needs to know whether anything more can come.
@MainActor
package protocol RunsEffects: AnyObject {
  var effectsUnderWay: [String] { get }
  func settled() async
}

extension BaseInteractor: RunsEffects {}
