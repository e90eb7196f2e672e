import RIV
import RIVTesting
import Testing

@Suite @MainActor struct RecordingNavigatorTests {
  private final class Log {
    var entries: [String] = []
  }

  @Test func `every call is recorded, shown and answered`() {
    let navigator = RecordingNavigator(["list"])
    let log = Log()
    func done(_ name: String) -> @MainActor () -> Void { { log.entries.append(name) } }
    #expect(navigator.visibleRoute == "list")
    navigator.push("a", animated: true, completion: done("push"))
    #expect(navigator.routes == ["list", "a"])
    navigator.replace(with: "b", animated: true, completion: done("replace"))
    #expect(navigator.routes == ["list", "b"])
    navigator.pop(animated: true, completion: done("pop"))
    #expect(navigator.routes == ["list"])
    navigator.setRoutes(["x", "y", "z"], animated: true, completion: done("set"))
    #expect(navigator.routes == ["x", "y", "z"] && navigator.visibleRoute == "z")
    navigator.popToRoot(animated: true, completion: done("root"))
    #expect(navigator.routes == [] && navigator.visibleRoute == nil)
    navigator.pop(animated: true, completion: nil)
    navigator.replace(with: "c", animated: true, completion: nil)
    #expect(navigator.routes == ["c"])
    #expect(log.entries == ["push", "replace", "pop", "set", "root"])
    #expect(
      navigator.calls == [
        .push("a"), .replace(with: "b"), .pop, .setRoutes(["x", "y", "z"]), .popToRoot, .pop, .replace(with: "c"),
      ])
  }

  @Test func `a presented route is visible until it is dismissed with its result`() {
    let navigator = RecordingNavigator(["list"])
    let log = Log()
    for (route, style) in [("form", ModalStyle.fullScreen), ("alert", .sheet)] {
      navigator.present(route, as: style, animated: true) {
        log.entries.append("shown \(route)")
      } onDismiss: { result in
        log.entries.append("\(route): \(result ?? "nothing")")
      }
    }
    #expect(navigator.presentedRoutes == ["form", "alert"] && navigator.presentedStyles == [.fullScreen, .sheet])
    #expect(navigator.visibleRoute == "alert")
    navigator.dismiss(returning: 7) { log.entries.append("gone") }
    #expect(navigator.visibleRoute == "form")
    navigator.dismiss(returning: nil, completion: nil)
    navigator.dismiss(returning: 8, completion: nil)
    #expect(navigator.visibleRoute == "list")
    #expect(log.entries == ["shown form", "shown alert", "alert: 7", "gone", "form: nothing"])
    #expect(
      navigator.calls == [
        .present("form", as: .fullScreen), .present("alert", as: .sheet), .dismiss, .dismiss, .dismiss,
      ])
  }

  @Test func `presented routes are dismissed when the navigator ends`() {
    let log = Log()
    func present(_ routes: [String], on navigator: RecordingNavigator<String>) {
      for route in routes {
        navigator.present(route, as: .sheet, animated: true, completion: nil) { _ in log.entries.append(route) }
      }
    }
    let navigator = RecordingNavigator(["list"])
    present(["a", "b"], on: navigator)
    navigator.dismissSelf { log.entries.append("done") }
    #expect(log.entries == ["b", "a", "done"])
    #expect(navigator.visibleRoute == nil && navigator.calls.last == .dismissSelf)
    do {
      let navigator = RecordingNavigator<String>()
      present(["c"], on: navigator)
    }
    #expect(log.entries == ["b", "a", "done", "c"])
  }

  @Test func `the calls for events are not made on the navigator of the router`() {
    let own = RecordingNavigator<String>()
    let router = NavigationRouter<String, String>(own) { event, navigator in navigator.push(event) }
    #expect(router.calls(for: "a", "b") == [.push("a"), .push("b")])
    #expect(own.calls == [])
    #expect(router.navigate("c"))
    #expect(own.calls == [.push("c")])
  }
}
