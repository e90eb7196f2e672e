import FoundationEssentials
import Reactive
import Testing
import Time

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct ActorTests {
  let fixture: ClientFixture
  let screen = CounterScreen()

  init() throws {
    fixture = try ClientFixture()
  }

  @Test func `K11 the property always gets or creates its actor`() async throws {
    _ = try await screen.connect(to: fixture)
    #expect(fixture.transport.requests.map(\.method) == ["PUT"])
    #expect(screen.counter === screen.$counter)
    #expect(screen.counter.opts.value == ActorOpts(name: "counter", key: "k"))
    #expect(screen.room.opts.value.key == ["a", "b"])
    #expect(screen.room.opts.value.params == ["name": "Ada"])
    #expect(screen.room.connStatus.value == .idle)
    screen.made.enabled.value = true
    await until { fixture.transport.requests.count == 2 }
    let body = try WireJSONReader.value(of: try #require(fixture.transport.requests.last).body)
    #expect((body["name"], body["datacenter"]) == ("made", "eu"))
    let input = try #require(body["input"]?.text.flatMap { Data(base64Encoded: $0) })
    #expect(try CBORReader.value(of: [UInt8](input)) == ["start": 42])
  }

  @Test func `K17 a mistake in the configuration is an error of the actor`() async throws {
    screen.rivetKit("nonsense")
    let counter = screen.counter
    var errors: [ActorError] = []
    let token = onActorError(counter) { errors.append($0) }
    #expect(errors.map(\.code) == ["config_error"])
    #expect(errors.first?.message == "“nonsense” is not an address like http://localhost:6420.")
    #expect(counter.connStatus.value == .disconnected)
    #expect(await thrown(ActorError.self) { try await counter.action("a") }?.code == "config_error")
    screen.rivetKit(client: fixture.client)
    #expect(counter.connStatus.value == .connecting)
    #expect(counter.error.value == nil)
    token.cancel()
  }
}
