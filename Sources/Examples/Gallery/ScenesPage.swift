import Bindery
import Reactive
import Scenes
import TUIKit

/// A scene file, and controls that are bound to the same values.
final class ScenesPage: GalleryPage {
  private let scene = SceneView()
  private let name = CurrentValue<String, Never>("Analytical Engine")
  private let isRunning = CurrentValue<Bool, Never>(true)
  private let load = CurrentValue<Double, Never>(0.4)
  private let jobs = MutableObservableArray<ViewModelInstance>()
  private let restart = Subject<Void, Never>()
  private var bindings = BindingGroup()

  init() { super.init("Scenes") }

  isolated deinit {}

  override func loadView() -> View {
    let (field, running) = (TextField(), Checkbox("running"))
    let (more, add, remove) = (
      Button("more load") { [load] in load.value = load.value > 0.85 ? 0.1 : load.value + 0.15 },
      Button("add a job") { [weak self] in self?.addJob() },
      Button("remove a job") { [jobs] in if !jobs.items.isEmpty { jobs.remove(at: 0) } }
    )
    let restartButton = Button("restart") { [restart] in restart.send() }
    let file = try? File(reading: .resource("machine.json", text: Self.text))
    scene.scene = file.flatMap { try? Scene(file: $0) }
    bindings = BindingGroup {
      field.textBinding *= name
      running.isOnBinding *= isRunning
      guard let instance = scene.scene?.viewModelInstance else { return }
      instance[StringProperty(path: "name")] *= name
      instance[BoolProperty(path: "isRunning")] *= isRunning
      instance[NumberProperty(path: "load")] *= load
      instance[ListProperty(path: "jobs")] *= jobs
      instance[TriggerProperty(path: "restarted")] *= restart
    }
    for _ in 0..<2 { addJob() }
    let panel = StackView(.vertical, spacing: 1)
    for view in [field, running, more, add, remove, restartButton] as [View] { panel.addArrangedSubview(view) }
    let both = StackView(.horizontal, spacing: 3)
    both.insets = Insets(top: 1, left: 2, bottom: 1, right: 2)
    both.addArrangedSubview(panel, sizing: .fixed(22))
    both.addArrangedSubview(scene, sizing: .fill)
    return both
  }

  private func addJob() {
    guard let file = scene.scene?.file,
      let job = try? file.createViewModelInstance(from: .blank(from: .name("Job")))
    else { return }
    job.setValue(of: StringProperty(path: "title"), to: "Bernoulli number \(jobs.items.count * 2 + 1)")
    jobs.append(job)
  }

  /// The scene: a box with a bar that moves to a new load and a title that glows after a restart, and rows for jobs.
  private static let text = """
    {
      "viewModels": [
        {"name": "Job", "properties": [{"name": "title", "type": "string"}]},
        {"name": "Machine", "properties": [
          {"name": "name", "type": "string"}, {"name": "isRunning", "type": "boolean"},
          {"name": "load", "type": "number"}, {"name": "jobs", "type": "list"},
          {"name": "restarted", "type": "trigger"}]}
      ],
      "converters": [
        {"name": "slowly", "type": "interpolate", "duration": 400, "easing": "easeOut"},
        {"name": "not", "type": "negate"}
      ],
      "artboards": [
        {"name": "Machine", "viewModel": "Machine", "children": [
          {"type": "box", "border": "rounded", "title": "machine.json", "padding": [1, 2], "gap": 1, "children": [
            {"type": "stack", "direction": "horizontal", "children": [
              {"type": "text", "name": "name", "width": "fill", "bold": true, "maxLines": 1, "text": {"bind": "name"}},
              {"type": "text", "color": "ok", "text": "running", "visible": {"bind": "isRunning"}},
              {"type": "text", "color": "warning", "text": "stopped",
               "visible": {"bind": "isRunning", "converter": "not"}}]},
            {"type": "bar", "value": {"bind": "load", "converter": "slowly"}},
            {"type": "list", "items": {"bind": "jobs"}}]}],
         "animations": [{"name": "glow", "duration": 60, "tracks": [{"target": "name", "property": "color",
           "keys": [{"frame": 0, "value": "fresh"}, {"frame": 60, "value": "text"}]}]}],
         "stateMachines": [{"name": "machine", "layers": [{"name": "restarts",
           "states": [{"name": "rest"}, {"name": "glowing", "animation": "glow"}],
           "transitions": [{"from": "entry", "to": "rest"},
             {"from": "any", "to": "glowing", "conditions": [{"path": "restarted"}]},
             {"from": "glowing", "to": "rest", "exitTime": "100%"}]}]}]},
        {"name": "Job", "viewModel": "Job", "direction": "horizontal", "gap": 1, "children": [
          {"type": "text", "color": "accent", "text": "•"}, {"type": "text", "text": {"bind": "title"}}]}
      ]
    }
    """
}
