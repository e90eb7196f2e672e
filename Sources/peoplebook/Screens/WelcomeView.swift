import Bindery
import PeoplebookCore
import Reactive
import Scenes
import TUIKit

/// The sentence and the keys for an empty book, drawn by a scene.
///
/// The scene has the text `title`, and the lists `steps` and `help` with items of the view model `Step`: a `key` and
/// its `words`.
final class WelcomeView: View {
  /// The sentence above the keys.
  let title = CurrentValue<String, Never>("")
  /// Whether a demonstration can be opened from here.
  var hasDemo = false {
    didSet { if hasDemo != oldValue { steps.value = Self.steps(hasDemo: hasDemo) } }
  }

  private typealias Step = (key: String, words: String)

  private let scenes: SceneLibrary
  private let steps = CurrentValue<[Step], Never>(WelcomeView.steps(hasDemo: false))
  private var host: SceneHost?
  private let problem = Label("", role: .danger, alignment: .center, numberOfLines: 0)
  private var problemToken: AnyCancellable?

  /// - Parameter scenes: The library with the scene.
  init(scenes: SceneLibrary) {
    self.scenes = scenes
    super.init()
    addSubview(problem)
  }

  isolated deinit {}

  private static func steps(hasDemo: Bool) -> [Step] {
    let formats = PersonFormat.readable.map(\.title).joined(separator: ", ")
    return [("a", "add the first person"), ("i", "import contacts (\(formats))")]
      + (hasDemo ? [("v", "watch the demo")] : [])
  }

  /// Whether a book without people is on the screen; without it, the scene is not loaded.
  private var isShown: Bool { !isHidden && superview?.isHidden == false }

  private func loadScene() {
    guard host == nil else { return }
    let host = SceneHost(scenes.source(of: .welcome)) { [title, steps] values in
      values.bind("title", to: title)
      values.offer(["key": .string, "words": .string], of: "Step")
      Self.bind("steps", of: values, to: steps)
      Self.bind("help", of: values, to: CurrentValue([("?", "all keys")]))
    }
    self.host = host
    host.view.onAdvance = { [weak self] in self?.invalidateIntrinsicContentSize() }
    addSubview(host.view)
    problemToken = host.problem.sink { [weak self] in
      self?.problem.text = $0
      self?.invalidateIntrinsicContentSize()
    }
  }

  /// Binds a list; each version of the steps has its own items.
  private static func bind(_ name: String, of values: SceneValues, to steps: CurrentValue<[Step], Never>) {
    let rows = MutableObservableArray<ViewModelInstance>()
    values.bind(name, to: rows)
    BindingGroup.add(
      steps.sink { steps in
        rows.items = ChunkedArray(
          steps.compactMap { step in
            let item = values.makeItem("Step")
            item?.set("key", to: step.key)
            item?.set("words", to: step.words)
            return item?.instance
          })
      })
  }

  // MARK: Layout

  private func problemHeight(inWidth width: Int) -> Int {
    problem.text.isEmpty ? 0 : problem.sizeThatFits(Size(width: width, height: 99)).height + 1
  }

  override func sizeThatFits(_ size: Size) -> Size {
    guard isShown else { return Size(width: size.width, height: 0) }
    loadScene()
    let height = host?.view.sizeThatFits(size).height ?? 0
    return Size(width: size.width, height: min(height + problemHeight(inWidth: size.width), size.height))
  }

  override func layoutSubviews() {
    let top = min(problemHeight(inWidth: bounds.width), bounds.height)
    problem.frame = Rect(x: 0, y: 0, width: bounds.width, height: top)
    host?.view.frame = Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
  }
}
