import Bindery
import TUIKit
import Testing
import Time

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct RivetKitEnvironmentTests {
  let fixture: ClientFixture

  init() throws {
    fixture = try ClientFixture()
  }

  @Test func `a client that is set later below replaces the one from above`() async throws {
    let parent = Screen()
    let child = Screen(in: parent)
    let actor = CounterScreen(in: child)
    parent.rivetKit(client: fixture.client)
    _ = actor.counter
    let socket = try await fixture.socket(0)
    let other = try ClientFixture()
    child.rivetKit(client: other.client)
    #expect(socket.closed?.code == 1000)
    let next = try await other.socket(0)
    next.initialise()
    await until { actor.counter.isConnected.value }
    // An actor with a client of its own keeps it.
    let own = try ClientFixture()
    actor.counter.rivetKit(client: own.client)
    child.rivetKit(client: fixture.client)
    _ = actor.counter
    #expect(other.client.connectionCount == 0)
    #expect(own.client.connectionCount == 1)
  }

  @Test func `an actor finds the client of a scope that is attached later`() async throws {
    let actor = CounterScreen()
    #expect(actor.counter.error.value?.code == "not_configured")
    let parent = Screen()
    parent.rivetKit(client: fixture.client)
    let counter = actor.counter
    actor.parentScreen = parent
    #expect(counter.connStatus.value == .connecting)
    #expect(actor.counter.error.value == nil)
  }

  @Test func `a client applies below its scope until another is set`() throws {
    let other = try ClientFixture()
    let parent = Screen()
    let child = Screen(in: parent)
    let grandchild = CounterScreen(in: child)
    parent.rivetKit(client: fixture.client)
    #expect(try grandchild.rivetKitContext?.client.value.get() === fixture.client)
    child.rivetKit(client: other.client)
    #expect(try grandchild.rivetKitContext?.client.value.get() === other.client)
    #expect(try parent.rivetKitContext?.client.value.get() === fixture.client)
    child.rivetKit(try ClientConfig(endpoint: "http://h", disableMetadataLookup: true, environment: [:]))
    #expect(try child.rivetKitContext?.client.value.get().config.endpoint.description == "http://h")
    child.rivetKit(endpoint: "?")
    #expect(throws: ActorError.self) { try child.rivetKitContext?.client.value.get() }
  }

  @Test func `a client applies to the controllers that are pushed later`() throws {
    let other = try ClientFixture()
    let root = ViewController()
    let navigation = NavigationController(rootViewController: root)
    navigation.rivetKit(client: fixture.client)
    let pushed = CounterController()
    #expect(pushed.counter.error.value?.code == "not_configured")
    let counter = pushed.counter
    navigation.push(pushed)
    #expect(counter.error.value == nil)
    #expect(counter.connStatus.value == .connecting)
    pushed.rivetKit(client: other.client)
    #expect(try pushed.rivetKitContext?.client.value.get() === other.client)
    #expect(try root.rivetKitContext?.client.value.get() === fixture.client)
  }

  @Test func `a dot follows the connection of a controller`() async throws {
    let controller = DotController()
    controller.rivetKit(client: fixture.client)
    _ = controller.view
    #expect(!controller.dot.isOn)
    (try await fixture.socket(0)).initialise()
    await until { controller.dot.isOn }
    fixture.transport.sockets.last?.drop()
    await until { !controller.dot.isOn }
  }

  @Test func `a client applies to the controllers that are contained and presented`() throws {
    let window = Window(size: Size(width: 20, height: 5), frameClock: FrameClock(scheduler: ManualScheduler()))
    let root = ViewController()
    let (presented, child) = (CounterController(), CounterController())
    window.rootViewController = root
    root.rivetKit(fixture.client.config)
    #expect(presented.counter.error.value?.code == "not_configured")
    #expect(root.present(presented, animated: false))
    presented.addChild(child)
    for controller in [presented, child] {
      #expect(controller.counter.connStatus.value == .connecting)
      #expect(try controller.rivetKitContext?.client.value.get().config == fixture.client.config)
    }
  }
}

/// A view controller with an actor, which is written as in the documentation.
private final class DotController: ViewController {
  @Actor("chat", key: ["lobby"]) var chat
  let dot = StatusDot()
  private var bindings = BindingGroup()

  override func viewDidLoad() {
    bindings = BindingGroup {
      dot.isOnBinding *= $chat.isConnected
    }
  }

  isolated deinit {}
}

/// A view controller with an actor.
private final class CounterController: ViewController {
  @Actor("counter", key: "k") var counter
}
