import Algorithms
import FoundationEssentials
import Reactive
import Testing
import Time

@testable import Actors

/// A part of a program with a client, as a view controller is.
@MainActor
class Screen: EnvironmentNode {
  var environment: [String: AnyObject] = [:]
  weak var parentScreen: Screen? {
    didSet { EnvironmentChanges.notify() }
  }
  var environmentParent: (any EnvironmentNode)? { parentScreen }

  init(in parent: Screen? = nil) { parentScreen = parent }
}

/// A screen with actors.
@MainActor
final class CounterScreen: Screen {
  @Actor("counter", key: "k") var counter
  @Actor("made", key: [String](), createWithInput: ["start": 42], createInRegion: "eu", enabled: false) var made
  @Actor("room", key: ["a", "b"], params: ["name": "Ada"], enabled: false) var room
}

extension CounterScreen {
  /// Connects the counter to the scripted server.
  func connect(to fixture: ClientFixture) async throws -> ScriptedSocket {
    rivetKit(client: fixture.client)
    _ = counter
    let socket = try await fixture.socket(fixture.transport.sockets.count)
    socket.initialise()
    await until { self.counter.isConnected.value }
    return socket
  }
}
