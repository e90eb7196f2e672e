import Bindery
import Reactive
import Scenes
import TUIKit

/// Shows a scene file: `Examples scene FILE [--set path=value]… [--watch]`.
///
/// A panel beside the scene has the properties of its instance. They can be edited, and triggers can be fired. With
/// `--watch` the scene follows the file; a file that is broken leaves the scene as it is, and the reason is below.
final class ScenePreviewController: ViewController {
  private let options: PreviewOptions
  private let quit: () -> Void
  private let sceneView = SceneView()
  private let scroller = PanelScroller()
  private var panel: StackView { scroller.stack }
  private let message = Label("", role: .danger, numberOfLines: 0)
  private var bindings = BindingGroup()
  /// The properties that can be edited.
  private var texts: [PropertyText] = []
  /// Their fields by path, which stay while the file has the property.
  private var fields: [String: TextField] = [:]
  /// The reason why the file is not shown; empty when it is.
  private var fileProblem = ""
  /// What is wrong with values, by their paths, the latest one last.
  private var problems: [(path: String, text: String)] = []
  /// The last write of the scene itself that was refused.
  private var refusal = ""
  private var watch: FileWatch?
  private var loading: Task<Void, Never>?

  init(_ options: PreviewOptions, quit: @escaping () -> Void) {
    self.options = options
    self.quit = quit
  }

  isolated deinit {
    loading?.cancel()
  }

  override func loadView() -> View {
    let columns = StackView(.horizontal, spacing: 2)
    columns.addArrangedSubview(sceneView, sizing: .fill)
    columns.addArrangedSubview(scroller, sizing: .fixed(32))
    let stack = StackView(.vertical)
    stack.addArrangedSubview(columns, sizing: .fill)
    stack.addArrangedSubview(message)
    stack.addArrangedSubview(HintBar(trailing: KeyEvent(.character("q"), .control)), sizing: .fixed(1))
    return stack
  }

  override func viewDidLoad() {
    load()
    guard options.isWatching else { return }
    watch = FileWatch(path: options.path) { [weak self] in self?.load() }
  }

  override var keyCommands: [KeyCommand] {
    [KeyCommand(KeyEvent(.character("q"), .control), title: "quit") { [quit] in quit() }]
  }

  /// Reads the file; on a mistake the former scene stays.
  private func load() {
    loading?.cancel()
    loading = Task { [weak self, path = options.path] in
      var file: Result<File, FileError>
      do throws(FileError) {
        file = .success(try await File(source: .path(path), worker: .png(), requiring: .artboard))
      } catch {
        file = .failure(error)
      }
      if !Task.isCancelled { self?.show(file) }
    }
  }

  private func show(_ file: Result<File, FileError>) {
    do {
      let scene = try Scene(file: file.get())
      (fileProblem, problems, refusal) = ("", [], "")
      for (path, value) in options.values { note(Self.problem(of: scene, setting: path, to: value) ?? "", of: path) }
      sceneView.scene = scene
      showProperties(of: scene)
    } catch {
      fileProblem = "\(error)"
    }
    showProblems()
  }

  /// Notes what is wrong with the value at a path; an empty text when nothing is.
  private func note(_ problem: String, of path: String) {
    problems.removeAll { $0.path == path }
    if !problem.isEmpty { problems.append((path, problem)) }
    refusal = ""
    showProblems()
  }

  private func showProblems() {
    let known = [fileProblem] + problems.map(\.text)
    let lines = known.filter { !$0.isEmpty }
    message.text = lines.isEmpty ? refusal : lines.joined(separator: "\n")
  }

  /// Sets a property; returns what is wrong with that.
  private static func problem(of scene: Scene, setting path: String, to value: String) -> String? {
    guard let instance = scene.viewModelInstance else { return "The scene has no view model with a “\(path)”." }
    guard let text = PropertyText(path, of: instance, in: scene.file) else {
      let known = properties(of: instance.viewModelName(), in: scene.file)
      guard let type = known.first(where: { $0.path == path })?.type else {
        return "There is no property “\(path)” to set."
      }
      return "“\(path)” has the type \(type.rawValue), and no text sets it."
    }
    text.value.value = value
    return text.problem.value.isEmpty ? nil : text.problem.value
  }

  /// The properties of a view model and of those nested in it, by their paths, four levels deep.
  private static func properties(
    of model: String, in file: File, below path: String = "", depth: Int = 4
  ) -> [(path: String, label: String, type: DataType)] {
    let properties = (try? file.getProperties(of: model)) ?? []
    return properties.flatMap { property -> [(path: String, label: String, type: DataType)] in
      let name = path + property.name
      let label = property.displayName == property.name ? name : "\(property.displayName) (\(name))"
      guard property.type == .viewModel else { return [(name, label, property.type)] }
      guard depth > 1 else { return [] }
      return Self.properties(
        of: property.metaData, in: file, below: "\(path)\(property.name)/", depth: depth - 1)
    }
  }

  /// Fills the panel with a field or a button for each property.
  private func showProperties(of scene: Scene) {
    bindings.clear()
    // What was typed stays, where the new file still has the property.
    let typed = Dictionary(uniqueKeysWithValues: texts.map { ($0.path, $0.typed) })
    let former = fields
    (texts, fields) = ([], [:])
    let focused = panel.arrangedSubviews.firstIndex { $0.isFirstResponder } ?? 0
    for view in panel.arrangedSubviews { view.removeFromSuperview() }
    guard let instance = scene.viewModelInstance else { return }
    bindings = BindingGroup {
      BindingGroup.add(
        scene.file.errors.sink { [weak self] error in
          self?.refusal = "\(error)"
          self?.showProblems()
        })
      for (path, label, type) in Self.properties(of: instance.viewModelName(), in: scene.file) {
        if type == .trigger {
          panel.addArrangedSubview(
            Button("fire \(label)") { instance.fire(trigger: TriggerProperty(path: path)) })
        } else if let text = PropertyText(path, of: instance, in: scene.file) {
          panel.addArrangedSubview(Label(label, role: .textDim))
          texts.append(text)
          BindingGroup.add(
            text.problem.dropFirst().removeDuplicates().sink { [weak self] in self?.note($0, of: path) })
          if let value = typed[path] ?? nil { text.value.value = value }
          let field = former[path] ?? TextField()
          fields[path] = field
          field.textBinding *= text.value
          panel.addArrangedSubview(field)
        } else if type == .list {
          let line = Label(label, role: .textDim)
          let items = instance.publisher(of: ListProperty(path: path))
          BindingGroup.add(
            items.sink(receiveCompletion: { _ in }) { [line] change in
              let count = change.items?.count ?? 0
              line.text = "\(label)  \(count) \(count == 1 ? "item" : "items")"
            })
          panel.addArrangedSubview(line)
        } else {
          panel.addArrangedSubview(Label("\(label)  \(type.rawValue)", role: .textDim))
        }
      }
    }
    scroller.setNeedsLayout()
    // The same control as before, where the file still has it.
    let controls = panel.arrangedSubviews
    (controls.dropFirst(focused) + controls).first { $0.canBecomeFirstResponder }?.becomeFirstResponder()
  }
}

/// A column of controls that scrolls to the one with the focus.
private final class PanelScroller: ScrollView {
  let stack = StackView(.vertical)

  init() {
    super.init()
    contentView.addSubview(stack)
  }

  isolated deinit {}

  override func layoutSubviews() {
    // The last column is the scroll mark's.
    let width = max(0, bounds.width - 1)
    contentHeight = stack.sizeThatFits(Size(width: width, height: 10_000)).height
    super.layoutSubviews()
    stack.frame = Rect(x: 0, y: 0, width: width, height: contentHeight)
  }
}
