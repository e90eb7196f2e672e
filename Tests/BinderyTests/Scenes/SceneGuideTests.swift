import Bindery
import FoundationEssentials
import Reactive
import Scenes
import TUIKit
import Testing

final class OvenViewModel {
  let heat = CurrentValue<Double, Never>(40)
  let coolings = Subject<Void, Never>()
}

final class OvenViewController: ViewController {
  private let viewModel: OvenViewModel
  private let scene: Scene
  private var bindings = BindingGroup()

  init(_ viewModel: OvenViewModel, _ scene: Scene) {
    self.viewModel = viewModel
    self.scene = scene
  }

  isolated deinit {}

  override func loadView() -> View { SceneView(scene) }

  override func viewDidLoad() {
    bindings = BindingGroup {
      scene[NumberProperty(path: "heat")] *= viewModel.heat
      scene[TriggerProperty(path: "cool")] *= viewModel.coolings
    }
  }
}

/// The code of the page about bindings of scenes.
@MainActor
@Suite struct SceneGuideTests {
  /// The scene file on the page about state machines.
  private static func oven() throws -> String {
    let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let page = try String(contentsOfFile: "\(root)/Sources/Scenes/Scenes.docc/StateMachines.md", encoding: .utf8)
    return String(try #require(page.firstMatch(of: /```json\n((?s).*?)\n```/)).1)
  }

  @Test func `the view model of the page and its scene follow each other`() throws {
    let viewModel = OvenViewModel()
    let scene = try Scene(file: File(reading: .resource("oven.json", text: Self.oven())))
    let controller = OvenViewController(viewModel, scene)
    #expect(controller.view is SceneView)
    scene.resize(to: CellSize(width: 20, height: 2))
    scene.advance(by: 0)
    #expect(scene.rendered().lines[1] == "Ready")
    viewModel.heat.value = 95
    scene.advance(by: 0)
    #expect(scene.rendered().lines[1] == "Too hot")
    viewModel.coolings.send(())
    scene.advance(by: 0)
    scene.advance(by: 0)
    #expect(viewModel.heat.value == 20)
    #expect(scene.rendered().lines[1] == "Ready")
    scene.stateMachine.keyPress("c")
    var coolings = 0
    let token = viewModel.coolings.sink { coolings += 1 }
    scene.advance(by: 0)
    #expect(coolings == 1)
    token.cancel()
  }
}
