import Algorithms
import Testing

@testable import TUIKit

@Suite @MainActor struct ViewControllerTests {
  let log = LoggingController.Log()

  private func taken() -> [String] {
    defer { log.entries = [] }
    return log.entries
  }

  @Test func `its view is made once, when it is needed`() {
    final class Counting: ViewController {
      var loads = 0
      override func viewDidLoad() { loads += 1 }
    }
    let controller = Counting()
    #expect(!controller.isViewLoaded && controller.loads == 0 && controller.window == nil)
    let view = controller.view
    #expect(controller.isViewLoaded && controller.view === view && controller.loads == 1)
    #expect(view.viewController === controller && view.next === controller)
    let superview = View()
    superview.addSubview(view)
    let other = View()
    controller.view = other
    #expect(controller.view === other && view.viewController == nil && view.superview == nil && controller.loads == 1)
  }

  @Test func `a child has one parent`() {
    let (first, second, child) = (ViewController(), ViewController(), ViewController())
    var changes = 0
    let observer = EnvironmentChanges.observe { changes += 1 }
    defer { EnvironmentChanges.end(observer) }
    first.addChild(child)
    #expect(child.parent === first && child.next === first && changes > 0)
    second.addChild(child)
    #expect(child.parent === second && first.children.isEmpty && second.children.count == 1)
    child.removeFromParent()
    #expect(child.parent == nil && second.children.isEmpty)
    #expect(child.navigationController == nil && child.splitViewController == nil)
  }

  @Test func `each change of appearance is reported once`() {
    let (one, child) = (LoggingController("one", log), LoggingController("child", log))
    one.addChild(child)
    one.beginAppearance(true)
    one.beginAppearance(true)
    #expect(taken() == ["one will appear", "child will appear"] && one.appearance == .appearing)
    one.endAppearance()
    one.endAppearance()
    #expect(taken() == ["one did appear", "child did appear"] && one.appearance == .appeared)
    one.beginAppearance(true)
    #expect(taken().isEmpty)
    one.beginAppearance(false)
    one.beginAppearance(false)
    #expect(taken() == ["one will disappear", "child will disappear"] && one.appearance == .disappearing)
    one.beginAppearance(true)
    #expect(taken() == ["one will appear", "child will appear"])
    one.beginAppearance(false)
    one.endAppearance()
    #expect(taken().suffix(2) == ["one did disappear", "child did disappear"] && one.appearance == .disappeared)
    one.beginAppearance(false)
    #expect(taken().isEmpty)
  }

  @Test func `an action waits for the next appearance`() {
    let one = ViewController()
    var runs: [Int] = []
    one.whenAppeared { runs.append(1) }
    one.beginAppearance(true)
    one.whenAppeared { runs.append(2) }
    #expect(runs.isEmpty)
    one.endAppearance()
    #expect(runs == [1, 2])
    one.whenAppeared { runs.append(3) }
    one.beginAppearance(false)
    one.whenAppeared { runs.append(4) }
    #expect(runs == [1, 2, 3, 4])
    one.endAppearance()
    one.whenAppeared { runs.append(5) }
    #expect(runs == [1, 2, 3, 4])
    one.beginAppearance(true)
    one.beginAppearance(false)
    one.endAppearance()
    #expect(runs == [1, 2, 3, 4])
    one.beginAppearance(true)
    one.endAppearance()
    #expect(runs == [1, 2, 3, 4, 5])
  }

  @Test func `a title is reported when it changes`() {
    let one = ViewController()
    var titles: [String] = []
    one.onTitleChange = { titles.append($0) }
    one.title = "A"
    one.title = "A"
    one.title = "B"
    #expect(titles == ["A", "B"] && one.keyCommandsTitle == "B")
  }

  @Test func `the remembered focus is taken if it can be`() {
    let one = LoggingController("one", log)
    let screen = ControlsFixture(width: 20, height: 4, root: one)
    one.fields[1].becomeFirstResponder()
    one.rememberFocus()
    #expect(one.responderToFocus === one.fields[1])
    screen.window.makeFirstResponder(nil)
    one.rememberFocus()
    #expect(one.responderToFocus === one.fields[1])
    one.fields[1].isHidden = true
    #expect(one.responderToFocus === one.fields[0])
    one.fields[1].isHidden = false
    #expect(one.responderToFocus === one.fields[1])
    one.fields[1].removeFromSuperview()
    #expect(one.responderToFocus === one.fields[0])
  }

  @Test func `attachments are found by their key`() {
    let view = View()
    let (one, two, other) = (View(), View(), View())
    view.attachments["one"] = one
    view.attachments["two"] = two
    #expect(view.attachments["one"] === one && view.attachments["two"] === two && view.attachments["none"] == nil)
    view.attachments["one"] = other
    #expect(view.attachments["one"] === other && view.attachments["two"] === two)
    view.attachments["none"] = nil
    view.attachments["one"] = nil
    #expect(view.attachments["one"] == nil && view.attachments["two"] === two)
    view.attachments.removeAll()
    #expect(view.attachments["two"] == nil)
  }

  @Test func `a copied text keeps its lines and tabs`() {
    let pasteboard = Pasteboard()
    var sent: [String] = []
    pasteboard.onChange = { sent.append($0) }
    #expect(pasteboard.string.isEmpty)
    pasteboard.string = "\n\ta\t\tb\n\n\u{7}\n"
    #expect(pasteboard.string == "\n\ta\t\tb\n\n␇\n" && sent == [pasteboard.string])
  }
}
