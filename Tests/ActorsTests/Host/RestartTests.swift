import Algorithms
import FoundationEssentials
import Glibc
import Reactive
import TestSupport
import Testing
import Time

@testable import Actors
@testable import CountingHost

extension NetworkTests {
  /// Clients that do random things while their server is killed and restarted.
  @Suite(.timeLimit(.minutes(10))) @MainActor struct RestartTests {
    /// One client, and what the server has confirmed to it.
    @MainActor
    private final class Peer {
      let client: RivetKitClient
      let connection: ActorConnection
      /// The count that this client holds: from events, and asked for whenever it has connected.
      private(set) var held = 0
      private var following: [AnyCancellable] = []
      private(set) var confirmed: Set<Int> = []
      private(set) var lost: Set<Int> = []
      var tokens: [AnyCancellable] = []

      init(_ endpoint: Endpoint) throws {
        let config = try ClientConfig(endpoint: "\(endpoint)", disableMetadataLookup: true, environment: [:])
        client = RivetKitClient(config: config)
        connection = client.getOrCreate("counter", key: "shared").connect()
        following = [
          connection.events("newCount", as: Int.self).sink { [weak self] count in self?.hold(count) },
          connection.opens().sink { [weak self] in self?.catchUp() },
        ]
      }

      isolated deinit {}

      private func catchUp() {
        Task { if let count = try? await connection.action("getCount", as: Int.self) { hold(count) } }
      }

      private func hold(_ count: Int) { held = count }

      func endFollowing() { following = [] }

      /// Runs the action with a number of its own.
      func increment(_ number: Int) async {
        do {
          try await connection.action("increment", number)
          confirmed.insert(number)
        } catch {
          lost.insert(number)
        }
      }
    }

    @Test func `a host that stops counts each confirmed action once, and leaks nothing`() async throws {
      try await useAndRestart { address, path in
        try await ActorHost(Tally.actor, address: address, storage: try SQLiteStorage(path: path))
      }
    }

    @Test func `a host process that is killed counts each confirmed action once`() async throws {
      try await useAndRestart { address, path in try HostProcess(address, path) }
    }

    /// Lets 8 clients do 10,000 random things, ends their server 10 times, and checks the count and what is left.
    private func useAndRestart(
      _ start: (NetworkAddress, _ path: String) async throws -> any MortalServer
    ) async throws {
      let folder = TemporaryFolder()
      let path = "\(folder.path)/a.db"
      await Descriptors.settle()
      let handlers = await NetworkLoop.shared.count
      // The network's thread and its certificates stay.
      let first = try await ActorHost(CounterActor.definition())
      let warm = try Peer(first.endpoint)
      await warm.increment(0)
      warm.client.dispose()
      await first.stop()
      await yield { await NetworkLoop.shared.count <= handlers }
      await Descriptors.settle()
      let descriptors = try Descriptors.count

      let address = NetworkAddress.unix(path: "\(folder.path)/s")
      var server: (any MortalServer)? = try await start(address, path)
      let peers = try (0..<8).map { _ in try Peer(Endpoint(address)) }
      var generator = SeededGenerator(seed: 7)
      var running: [Task<Void, Never>] = []
      for step in 0..<10_000 {
        let peer = peers[Int.random(in: 0..<8, using: &generator)]
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<70: running.append(Task { await peer.increment(step) })
        case 70..<85: peer.tokens.append(peer.connection.events("other").sink { _ in })
        case 85..<97: if !peer.tokens.isEmpty { peer.tokens.removeLast().cancel() }
        default: await Task.yield()
        }
        if step % 1_000 == 999 {
          await server?.end()
          server = try await start(address, path)
        }
      }
      for task in running { await task.value }
      let confirmed = peers.reduce(into: Set<Int>()) { $0.formUnion($1.confirmed) }
      let lost = peers.reduce(into: Set<Int>()) { $0.formUnion($1.lost) }
      // A slow machine loses more of them with each server.
      #expect(confirmed.count > running.count / 10)
      let tally: Tally = try await peers[0].connection.action("getTally")
      // A client that has connected again may have the count from an event before the answer to its own request.
      await until { peers.allSatisfy { $0.held == tally.count && $0.connection.pendingCount == 0 } }
      // An action that was confirmed has been run once; one that was lost may have been run, once.
      #expect(tally.repeated == 0)
      #expect(tally.count == tally.numbers.count)
      #expect(confirmed.isSubset(of: tally.numbers))
      #expect(tally.numbers.isSubset(of: confirmed.union(lost)))
      for peer in peers {
        #expect(peer.connection.subscriptionCount == (peer.tokens.isEmpty ? 1 : 2))
        peer.tokens = []
        peer.endFollowing()
        #expect(peer.connection.subscriptionCount == 0)
      }
      // The host has received the end of each subscription when it answers.
      for peer in peers { _ = try await peer.connection.action("getCount", as: Int.self) }
      if let host = server as? ActorHost {
        #expect(await host.actorConnections.count == 8)
        #expect(await host.subscriptionCount == 0)
      }
      for peer in peers {
        peer.client.dispose()
        #expect(peer.client.connectionCount == 0)
      }
      await server?.end()
      server = nil
      await yield { await NetworkLoop.shared.count <= handlers }
      try await Descriptors.settle(at: descriptors)
      #expect(try Descriptors.count <= descriptors)
    }
  }
}

/// A server that a test ends at a random moment.
private protocol MortalServer: Sendable {
  func end() async
}

extension ActorHost: MortalServer {
  fileprivate func end() async { stop() }

  /// The connections to the actors in memory.
  fileprivate var actorConnections: [HostConnection] { awake.compactMap { try? instance($0) }.flatMap(\.connections) }

  /// The events that the connections subscribe to.
  fileprivate var subscriptionCount: Int { actorConnections.reduce(0) { $0 + $1.events.count } }
}

/// A process that hosts the actor, and is killed.
private final class HostProcess: MortalServer {
  private let process: pid_t

  /// Starts the process, and waits until it listens.
  init(_ address: NetworkAddress, _ path: String) throws {
    guard case .unix(let socket) = address else { throw TransportError.failed("not a Unix socket") }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let words = [Built.program("CountingHost"), socket, path]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    try #require(posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0)
    self.process = process
    close(ends[1])
    var line = [UInt8](repeating: 0, count: 1_024)
    let count = read(ends[0], &line, line.count)
    close(ends[0])
    try #require(String(decoding: line.prefix(max(count, 0)), as: UTF8.self).hasPrefix("listening"))
  }

  func end() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
