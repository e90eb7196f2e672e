import TUIKit
import Testing

/// A screen with one view of each kind, with buttons that present further screens.
@MainActor
private final class EverythingController: ViewController {
  let form = FormView()
  let status = StatusBar()
  let check = Checkbox("Shown")

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(TitleBar("Everything", detail: "here"), sizing: .fixed(1))
    stack.addArrangedSubview(form, sizing: .fill)
    stack.addArrangedSubview(ProgressBar(progress: 0.3), sizing: .fixed(1))
    stack.addArrangedSubview(status, sizing: .fixed(1))
    stack.addArrangedSubview(HintBar(), sizing: .fixed(1))
    return stack
  }

  override func viewDidLoad() {
    let name = form.addRow("Name", TextField("Ada", placeholder: "first name"))
    let secret = TextField("secret")
    secret.isSecure = true
    let secretRow = form.addRow("Secret", secret)
    form.addSpace()
    form.addRow("Note", TextView("one\ntwo three"))
    form.addRow("Check", check)
    check.addAction(for: .valueChanged) { [unowned self] in
      secretRow.isHidden = !check.isOn
      name.message = check.isOn ? nil : "A name is needed, and a long sentence that has to be broken"
      status.showError("turned over")
    }
    let buttons: [(String, @MainActor (EverythingController) -> Void)] = [
      ("push", { $0.navigationController?.push(EverythingController()) }),
      ("pop", { $0.navigationController?.pop() }),
      ("replace", { $0.navigationController?.replace(with: EverythingController(), animated: true) }),
      ("sheet", { $0.present(NavigationController(rootViewController: EverythingController())) }),
      ("full", { $0.present(EverythingController(), style: .fullScreen) }),
      ("alert", { Alert(title: "Sure?", buttons: [.cancel(), .destructive("Yes") {}]).present(from: $0) }),
      ("help", { HelpViewController.present(from: $0) }),
      ("dismiss", { $0.dismiss() }),
      ("remove", { controller in controller.form.rows.last.map { controller.form.removeRow($0) } }),
    ]
    for (title, action) in buttons {
      form.addRow("", Button(title) { [unowned self] in action(self) })
    }
  }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.character("?")), title: "keys") { [unowned self] in HelpViewController.present(from: self) },
      KeyCommand(.control("s"), title: "save") { [unowned self] in status.show("saved") },
      KeyCommand(.control("n"), title: "next") { [unowned self] in
        navigationController?.push(EverythingController())
      },
    ]
  }
}

@Suite @MainActor struct RandomInputTests {
  @Test(arguments: 0..<6) func `random input leaves one focus inside the window`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let screen = ControlsFixture(
      width: 80, height: 24, root: NavigationController(rootViewController: EverythingController()))
    let keys =
      KeyNames.all + [
        KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.tab, .shift), KeyEvent(.enter), KeyEvent(.enter), KeyEvent(.escape),
        KeyEvent(.up), KeyEvent(.down), KeyEvent(.pageUp), KeyEvent(.pageDown), .control("s"), .control("n"),
      ]
    for _ in 0..<250 {
      let size = screen.window.size
      let place = Point(
        x: Int.random(in: 0..<max(1, size.width), using: &random),
        y: Int.random(in: 0..<max(1, size.height), using: &random))
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        let (width, height) = (Int.random(in: 1...160, using: &random), Int.random(in: 1...50, using: &random))
        screen.window.send(.resize(Size(width: width, height: height)))
      case 1: screen.window.send(.paste("日本 one\ntwo\u{1B}[2J"))
      case 2...5: screen.click(place.x, place.y)
      case 6: screen.window.send(.mouse(MouseEvent(.scrollDown, .none, at: place)))
      case 7: screen.window.send(.mouse(MouseEvent(.drag, at: place)))
      case 8...12: screen.type("a?q ")
      case 13...20: screen.scheduler.advance(by: .milliseconds(Int.random(in: 0...200, using: &random)))
      default: screen.press(keys[Int.random(in: 0..<keys.count, using: &random)])
      }
      check(screen)
    }
    screen.scheduler.run()
    #expect(screen.scheduler.isIdle)
  }

  private func check(_ screen: ControlsFixture) {
    let window = screen.window
    #expect(window.responderChain.last === window)
    if let first = window.firstResponder {
      #expect(first.window === window)
      var view = first as? View
      while let current = view {
        #expect(!current.isHidden)
        view = current.superview
      }
      #expect(window.responderChain.contains { $0 === window.topViewController })
    }
    _ = screen.lines
    #expect(screen.surface.size == window.size)
    if let cursor = window.cursorPosition { #expect(window.contentView.bounds.contains(cursor)) }
  }
}
