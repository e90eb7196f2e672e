import FoundationEssentials
import Testing

@testable import Actors

@Suite(.timeLimit(.minutes(10))) @MainActor struct RivetKitClientTests {
  @Test func `K2 a handle is lazy, and the requests are those of the wire`() async throws {
    let fixture = try ClientFixture("http://server:6420")
    let options = try ActorOptions(params: ["t": 1], createInRegion: "eu", createWithInput: ["start": 42])
    let handle = fixture.client.getOrCreate("counter", key: ["a/b", ""], options: options)
    _ = fixture.client.get("counter", key: "x")
    #expect(fixture.transport.requests.isEmpty)
    #expect(try await handle.resolve() == "a1")
    let put = try #require(fixture.transport.requests.first)
    #expect((put.method, put.path) == ("PUT", "/actors?namespace=default"))
    #expect(
      try WireJSONReader.value(of: put.body) == [
        "name": "counter", "key": "a\\/b/\\0", "runner_name_selector": "default", "crash_policy": "sleep",
        "datacenter": "eu", "input": .string(Data(CBORWriter.bytes(of: ["start": 42])).base64EncodedString()),
      ])
    let making = try CreateOptions(params: ["t": 1], region: "us", input: 7)
    let made = try await fixture.client.create("counter", key: "n", options: making)
    let post = try #require(fixture.transport.requests.last)
    let body = try WireJSONReader.value(of: post.body)
    #expect(post.method == "POST")
    #expect((body["datacenter"], body["input"]) == ("us", "Bw=="))
    #expect(made.params == ["t": 1])
    #expect(made.name == "counter")
    #expect(try await made.resolve() == "a1")
    fixture.transport.respond { _ in
      ScriptedTransport.json(["group": "actor", "code": "duplicate_key", "message": "exists"], status: 400)
    }
    let error = await thrown(ActorError.self) { try await fixture.client.create("counter", key: "n") }
    #expect(error == ActorError(group: "actor", code: "duplicate_key", message: "exists"))
    fixture.client.dispose()
    #expect(await thrown(ActorConnDisposed.self) { try await handle.action("get") } != nil)
  }

  @Test func `a disposed client closes all of its connections`() async throws {
    let fixture = try ClientFixture()
    let (first, firstSocket) = try await fixture.connection()
    let (second, secondSocket) = try await fixture.connection()
    fixture.client.dispose()
    #expect(first.currentStatus == .disposed && second.currentStatus == .disposed)
    #expect(firstSocket.closed != nil && secondSocket.closed != nil)
  }

  @Test func `a disposed client makes no connection`() throws {
    let fixture = try ClientFixture()
    fixture.client.dispose()
    #expect(fixture.client.getOrCreate("counter").connect().currentStatus == .disposed)
  }

  @Test func `a request may take 20 seconds`() async throws {
    let fixture = try ClientFixture()
    let handle = fixture.client.get("counter", key: "k")
    // The answer waits for the next turn of the main queue.
    let id = Task.immediate { try await handle.resolve() }
    #expect(fixture.isNext(in: .seconds(20)))
    fixture.scheduler.advance(by: .seconds(20))
    #expect(await thrown(ActorError.self) { try await id.value } == .timedOut)
  }
}
