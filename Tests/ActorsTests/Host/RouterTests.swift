import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Actors

extension NetworkTests {
  /// Requests to a host, as any program may send them.
  @Suite(.timeLimit(.minutes(10))) struct RouterTests {
    private func send(
      _ host: ActorHost, _ method: String, _ path: String, _ body: JSONValue? = nil, headers: [String: String] = [:],
      trusting authorities: String? = nil
    ) async throws -> (status: Int, text: String, value: JSONValue) {
      let response = try await NetworkTransport(authorities: authorities).send(
        HTTPRequest(
          to: host.endpoint.address, method: method, path: path, headers: headers,
          body: body.map { WireJSONWriter.bytes(of: $0) } ?? []))
      return (response.status, response.text, (try? WireJSONReader.value(of: response.body)) ?? .undefined)
    }

    private func create(_ host: ActorHost, _ key: String, trusting authorities: String? = nil) async throws -> String {
      let body: JSONValue = ["name": "counter", "key": .string(key), "runner_name_selector": "default"]
      let answer = try await send(host, "PUT", "/actors", body, trusting: authorities)
      return try #require(answer.value["actor"]?["actor_id"]?.text, "\(answer.text)")
    }

    @Test func `an unknown actor is named`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let body: JSONValue = ["name": "nope", "key": "k", "runner_name_selector": "default"]
      for method in ["PUT", "POST"] {
        let answer = try await send(host, method, "/actors", body)
        #expect(answer.status == 404 && answer.text.contains("“nope”"))
      }
      await host.stop()
    }

    @Test func `a key is found as it is, or refused`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      for key in ["", "a", "a&b=c", "a+b", "ü€😀", "100%", "%41", "..", "a//b", "?x#y", " ", "a/b"] {
        let id = try await create(host, key)
        let answer = try await send(host, "GET", "/actors?name=counter&key=\(PercentEncoding.encoded(key))")
        #expect(answer.value["actors"]?.elements?.map { $0["actor_id"] } == [.string(id)], "\(key)")
      }
      for key in ["%0A", "%0D", "%0Aa", "a%00", "%00", "a%7F", "%FF"] {
        for path in ["/actors?name=counter&key=\(key)", "/actors?name=counter\(key)", "/gateway/\(key)/health"] {
          let answer = try await send(host, "GET", path)
          #expect((answer.status, answer.text) == (400, "The address of the request is not valid."), "\(path)")
        }
        #expect(try await send(host, "POST", "/gateway/x/action/\(key)", ["args": []]).status == 400)
      }
      await host.stop()
    }

    @Test func `an action is called with POST`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let id = try await create(host, "k")
      for method in ["GET", "PUT", "DELETE"] {
        let answer = try await send(
          host, method, "/gateway/\(id)/action/increment", method == "GET" ? nil : ["args": [1]])
        #expect(answer.status == 405 && answer.text.contains("An action is called with POST."), "\(method)")
      }
      #expect(try await send(host, "POST", "/gateway/\(id)/action/increment", ["args": [1]]).value["output"] == 1)
      await host.stop()
    }

    @Test func `HEAD answers like GET, without a body`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let id = try await create(host, "k")
      for path in ["/health", "/actors?name=counter", "/gateway/\(id)/health"] {
        let answer = try await send(host, "HEAD", path)
        #expect(answer.status == 200 && answer.text.isEmpty, "\(path)")
      }
      #expect(try await send(host, "HEAD", "/nothing").status == 404)
      await host.stop()
    }

    @Test func `a GET request with a body is refused`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      #expect(try await send(host, "GET", "/metadata").status == 200)
      for body in [1, 12] as [JSONValue] { #expect(try await send(host, "GET", "/metadata", body).status == 400) }
      await host.stop()
    }

    @Test func `over TLS a cut key is refused as well`() async throws {
      let folder = TemporaryFolder()
      let (certificate, key) = try folder.certificate()
      let host = try await ActorHost(
        CounterActor.definition(), address: .tcp(host: "localhost", port: 0, tls: true),
        identity: (certificate: certificate, key: key))
      let id = try await create(host, "a b", trusting: certificate)
      let found = try await send(host, "GET", "/actors?name=counter&key=a%20b", trusting: certificate)
      #expect(found.value["actors"]?.elements?.map { $0["actor_id"] } == [.string(id)])
      #expect(try await send(host, "GET", "/gateway/\(id)/health", trusting: certificate).text == "ok")
      _ = try await create(host, "", trusting: certificate)
      #expect(try await send(host, "GET", "/actors?name=counter&key=%0A", trusting: certificate).status == 400)
      await host.stop()
    }

    @Test(arguments: [
      ("a%2F%2Fb", "a//b"), ("a%2F..%2Fb", "a/../b"), ("..", ".."), ("a%20b", "a b"), ("a%3Fb", "a?b"), ("%25", "%"),
    ])
    func `an action has the name that is encoded`(encoded: String, name: String) async throws {
      let host = try await ActorHost(CounterActor.definition())
      let id = try await create(host, "k")
      let answer = try await send(host, "POST", "/gateway/\(id)/action/\(encoded)", ["args": []])
      #expect(answer.value["message"]?.text?.hasPrefix("Action '\(name)' not found.") == true, "\(answer.text)")
      await host.stop()
    }

    @Test func `an actor has the paths of the original`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let id = try await create(host, "k")
      #expect(try await send(host, "GET", "/gateway/\(id)/metadata").value["runtime"] == "rivetkit")
      #expect(try await send(host, "GET", "/gateway/\(id)/health").text == "ok")
      for root in ["", "/"] {
        #expect(try await send(host, "GET", "/gateway/\(id)\(root)").text.hasPrefix("This is an RivetKit actor."))
      }
      for path in ["nothing", "action/a/b"] {
        #expect(try await send(host, "POST", "/gateway/\(id)/\(path)", ["args": []]).status == 404)
      }
      await host.stop()
    }

    @Test func `a body that is too large, and a length that is none, are answered`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let id = try await create(host, "k")
      for (count, status) in [(1_000_000, 200), (1 << 20, 413), (8 << 20, 413)] {
        let answer = try await send(
          host, "POST", "/gateway/\(id)/action/echo", ["args": [.string(String(repeating: "x", count: count))]])
        #expect(answer.status == status)
      }
      for (length, status) in [("x", 400), ("-1", 400), ("1 2", 400), ("", 400)] {
        let text = "POST /actors HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n{}"
        let peer = try SilentPeer(host.endpoint.address, sending: text)
        #expect(peer.head().hasPrefix("HTTP/1.1 \(status) "), "\(length)")
        peer.close()
      }
      await host.stop()
    }

    @Test func `a key with control characters is refused`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      for key in ["a\nb", "\u{0}", "\u{7F}"] {
        for method in ["PUT", "POST"] {
          let body: JSONValue = ["name": "counter", "key": .string(key), "runner_name_selector": "default"]
          let answer = try await send(host, method, "/actors", body)
          #expect((answer.status, answer.value["message"]) == (400, "A key has no control characters."))
          #expect((answer.value["group"], answer.value["code"]) == ("request", "invalid"))
        }
      }
      await host.stop()
    }

    @Test func `a body that describes no actor is refused`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      for body in [["name": 7], ["key": "k"], [], "counter"] as [JSONValue] {
        for method in ["PUT", "POST"] {
          let answer = try await send(host, method, "/actors", body)
          #expect((answer.status, answer.value["message"]) == (400, "The body does not describe an actor."))
          #expect((answer.value["group"], answer.value["code"]) == ("request", "invalid"))
        }
      }
      await host.stop()
    }

    @Test func `a head that is too large is answered`() async throws {
      let host = try await ActorHost(CounterActor.definition())
      let id = try await create(host, "k")
      for (count, status) in [(15_000, 200), (17_000, 431), (25_000, 431)] {
        let headers = ["x-rivet-conn-params": "\"" + String(repeating: "x", count: count) + "\""]
        for method in ["POST", "GET"] {
          let path = method == "POST" ? "/gateway/\(id)/action/getCount" : "/gateway/\(id)/health"
          let body: JSONValue? = method == "POST" ? ["args": []] : nil
          #expect(try await send(host, method, path, body, headers: headers).status == status, "\(method) \(count)")
        }
      }
      await host.stop()
    }

    @Test func `an actor that cannot be read is named, and can be removed`() async throws {
      let folder = TemporaryFolder()
      let path = "\(folder.path)/a.db"
      for damage in ["x'ff'", "x'6161'"] {
        var host = try await ActorHost(CounterActor.definition(), storage: try SQLiteStorage(path: path))
        let id = try await create(host, "k")
        await host.stop()
        #expect(system("sqlite3 '\(path)' \"UPDATE actors SET state = \(damage)\"") == 0)
        host = try await ActorHost(CounterActor.definition(), storage: try SQLiteStorage(path: path))
        let message = "The saved actor is damaged. Remove it with DELETE /actors/\(id)."
        // A state that is not a value, and one of another type.
        let body: JSONValue = ["name": "counter", "key": "k", "runner_name_selector": "default"]
        for answer in [
          try await send(host, "PUT", "/actors", body),
          try await send(host, "POST", "/gateway/\(id)/action/getCount", ["args": []]),
        ] {
          #expect((answer.status, answer.value["message"]) == (500, .string(message)))
        }
        let socket = RecordedPeer(host, "/gateway/\(id)/connect", ["rivet"])
        #expect(await socket.close() == SocketClose(code: 1011, reason: "actor.damaged"))
        #expect(try await send(host, "DELETE", "/actors/\(id)").status == 200)
        #expect(try await send(host, "DELETE", "/actors/\(id)").status == 404)
        #expect(try await create(host, "k") != id)
        await host.stop()
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }
}

extension TemporaryFolder {
  /// Makes a certificate for `localhost`, and returns the paths of its files.
  func certificate() throws -> (certificate: String, key: String) {
    let (certificate, key) = ("\(path)/c.pem", "\(path)/k.pem")
    let command =
      "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost "
      + "-keyout \(key) -out \(certificate) 2>/dev/null"
    try #require(system(command) == 0)
    return (certificate, key)
  }
}
