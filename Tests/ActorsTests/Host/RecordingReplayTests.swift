import Reactive
import Testing

@testable import Actors

extension NetworkTests {
  /// The recording of the real server, replayed against the host: the answers are the same but for ids and times.
  ///
  /// Two more things differ: the recording has only the length of one body, and the words of a JSON parser are its own.
  @Suite(.timeLimit(.minutes(10))) struct RecordingReplayTests {
    @Test func `every line of the recording is repeated`() async throws {
      let gates = Gates()
      let host = try await ActorHost(CounterActor.definition(gates: gates))
      let replay = RecordingReplay(host, gates)
      for line in try Recording().lines { #expect(try await replay.replay(line), "unknown: \(line)") }
      await host.stop()
    }

    @Test func `a connection that breaks a rule is closed with the reason`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let body: JSONValue = ["name": "counter", "key": "k", "runner_name_selector": "default"]
      let response = try await NetworkTransport().send(
        HTTPRequest(
          to: host.endpoint.address, method: "PUT", path: "/actors", body: WireJSONWriter.bytes(of: body)))
      let id = try #require(WireJSONReader.value(of: response.body)["actor"]?["actor_id"]?.text)
      let path = "/gateway/\(id)/connect"
      for count in [70_000, 2_000_000] {
        let big = RecordedPeer(host, path, ["rivet"])
        big.socket.send(.text(String(repeating: "x", count: count)))
        #expect(await big.close() == SocketClose(code: 1011, reason: "incoming_too_long"))
      }
      let refused = RecordedPeer(host, path, ["rivet", "rivet_conn_params.%7B%22refuse%22%3A1%7D"])
      #expect(await refused.close() == SocketClose(code: 1011, reason: "user.refused"))
      await host.stop()
    }
  }
}
