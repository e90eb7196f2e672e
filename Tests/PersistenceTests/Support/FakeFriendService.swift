import Persistence
import Reactive

/// A remote service that stores friends.
///
/// The test decides when it answers.
@MainActor
final class FakeFriendService {
  /// The id of each request, in order.
  private(set) var requests: [String] = []
  /// The names that were added, by the request's id, so that a repeated request has no effect.
  private(set) var added: [String: String] = [:]
  private var answers: [CheckedContinuation<String, any Error>] = []
  private var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  struct Refusal: Error, Equatable {}

  func add(_ name: String, request id: String) async throws -> String {
    requests.append(id)
    added[id] = name
    return try await withCheckedThrowingContinuation { continuation in
      answers.append(continuation)
      let arrived = arrivals.filter { $0.count <= requests.count }
      arrivals.removeAll { $0.count <= requests.count }
      for arrival in arrived { arrival.continuation.resume() }
    }
  }

  /// Returns once `count` requests have arrived.
  func waitForRequests(_ count: Int) async {
    guard requests.count < count else { return }
    await withCheckedContinuation { arrivals.append((count, $0)) }
  }

  /// Answers the oldest open request.
  func answer(_ result: Result<String, any Error>) {
    answers.removeFirst().resume(with: result)
  }
}

/// Adds a friend here and at the service, which may change the spelling.
struct AddFriend: Mutation {
  static let name = "add-friend"
  var id: String
  var first: String

  init(_ first: String) {
    id = "friend-\(first)"
    self.first = first
  }

  private var friend: Friend {
    var friend = Friend(first)
    friend.id = id
    return friend
  }

  func start(in transaction: Transaction) throws { try transaction.insert(friend) }

  func perform(as id: String, with service: FakeFriendService) async throws -> String {
    try await service.add(first, request: id)
  }

  func commit(_ answer: String, in transaction: Transaction) throws {
    var spelt = friend
    spelt.first = answer
    try transaction.merge(spelt, editedFrom: friend)
  }

  func rollBack(in transaction: Transaction) throws { try transaction.delete(friend) }
}

/// Adds a friend like `AddFriend`, but is rolled back instead of resumed.
struct AddFriendNow: Mutation {
  static let name = "add-friend-now"
  static var resumption: Resumption { .rollBack }
  var add: AddFriend

  init(_ first: String) { add = AddFriend(first) }

  func start(in transaction: Transaction) throws { try add.start(in: transaction) }
  func perform(as id: String, with service: FakeFriendService) async throws -> String {
    try await add.perform(as: id, with: service)
  }
  func commit(_ answer: String, in transaction: Transaction) throws { try add.commit(answer, in: transaction) }
  func rollBack(in transaction: Transaction) throws { try add.rollBack(in: transaction) }
}

/// Collects what a manager publishes, and lets a test wait until no mutation is pending.
@MainActor
final class ManagerWatch {
  private(set) var failures: [MutationFailure] = []
  private(set) var counts: [Int] = []
  private var tokens: [AnyCancellable] = []
  private var waiting: CheckedContinuation<Void, Never>?

  init(_ manager: MutationManager) {
    manager.failures.sink { [weak self] in self?.failures.append($0) }.store(in: &tokens)
    manager.pendingCount.sink { [weak self] count in
      self?.counts.append(count)
      guard count == 0 else { return }
      self?.waiting?.resume()
      self?.waiting = nil
    }.store(in: &tokens)
  }

  isolated deinit {}

  func waitUntilIdle() async {
    guard counts.last != 0 else { return }
    await withCheckedContinuation { waiting = $0 }
  }
}
