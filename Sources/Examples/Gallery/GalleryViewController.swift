import TUIKit

/// Shows every view of the toolkit, to look at and to try: `make gallery`.
final class GalleryViewController: ViewController {
  private unowned let application: Application
  private let titleBar = TitleBar("Gallery")
  private let statusBar = StatusBar()
  let tabs: TabController

  /// - Parameters:
  ///   - application: The running application.
  ///   - edit: Lets the user edit a text outside the screen; by default, in the user's editor.
  init(application: Application, edit: (@MainActor (String) throws -> String)? = nil) {
    self.application = application
    let edit = edit ?? { [unowned application] text in try application.edit(text) }
    tabs = TabController(viewControllers: [
      ControlsPage(), TablePage(), WordsPage(), ChartsPage(),
      OverlaysPage(edit: edit), SplitPage(), LooksPage(), BindingsPage(), ScenesPage(),
    ])
    super.init()
    title = "Gallery"
    addChild(tabs)
    for page in tabs.viewControllers.compactMap({ $0 as? GalleryPage }) {
      page.say = { [weak self] in self?.statusBar.show($0) }
      page.place = { [weak self] in self?.statusBar.position = StyledText($0) }
    }
  }

  override func loadView() -> View {
    let stack = StackView(.vertical)
    stack.addArrangedSubview(titleBar, sizing: .fixed(1))
    stack.addArrangedSubview(tabs.view, sizing: .fill)
    stack.addArrangedSubview(statusBar, sizing: .fixed(1))
    stack.addArrangedSubview(
      HintBar(trailing: KeyEvent(.function(1)), KeyEvent(.character("q"), .control)), sizing: .fixed(1))
    return stack
  }

  override func viewDidLoad() {
    nameTheme()
    // Works on every page and in every sheet.
    application.window.commands = [
      KeyCommand(KeyEvent(.character("q"), .control), title: "quit", detail: "Leave the gallery") {
        [unowned application] in application.quit()
      }
    ]
  }

  override var preferredFirstResponder: Responder? { tabs.preferredFirstResponder }
  override var frontmost: ViewController { tabs.frontmost }

  private func nameTheme() {
    let motion = application.frameClock.isMotionEnabled ? "" : "  ·  no motion"
    titleBar.detail = StyledText("\(application.theme.name)\(motion)")
  }

  private func useNextTheme() {
    let themes = Theme.all
    let index = themes.firstIndex { $0.name == application.theme.name } ?? 0
    application.theme = themes[(index + 1) % themes.count]
    nameTheme()
  }

  private func turnMotion() {
    application.frameClock.isMotionEnabled.toggle()
    nameTheme()
  }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand(KeyEvent(.character("t"), .control), title: "theme", detail: "The next theme") { [weak self] in
        self?.useNextTheme()
      },
      KeyCommand(
        KeyEvent(.character("o"), .control), title: "motion", detail: "Turn motion off or on", isHint: false
      ) { [weak self] in self?.turnMotion() },
      KeyCommand(
        KeyEvent(.character("p"), .control), title: "commands", detail: "Every command", isHint: false
      ) { [weak self] in
        if let self { CommandPalette.present(from: self) }
      },
      KeyCommand(KeyEvent(.function(1)), KeyEvent(.character("?")), title: "keys", detail: "Every key") { [weak self] in
        if let self { HelpViewController.present(from: self) }
      },
    ]
  }
}

/// A page of the gallery.
///
/// It shows messages, and the position in a list, in the status line.
class GalleryPage: ViewController {
  var say: (StyledText) -> Void = { _ in }
  var place: (String) -> Void = { _ in }

  init(_ title: String) {
    super.init()
    self.title = title
  }

  override func viewWillAppear() { place("") }
}
