import Glibc
import TestSupport
import Testing

@testable import Actors

@NetworkActor
@Suite(.timeLimit(.minutes(1))) struct SQLiteStorageTests {
  private nonisolated let folder = TemporaryFolder()

  private func actor(_ id: String, input: JSONValue? = nil, state: JSONValue? = nil) -> StoredActor {
    StoredActor(id: id, name: "counter", key: ["k", id], input: input, state: state, created: 5)
  }

  @Test func `actors are found by their id, name and key`() throws {
    let storage = try SQLiteStorage(path: "\(folder.path)/a.db")
    let actors = [actor("1", input: ["start": 1], state: 7), actor("2"), actor("3", state: .null)]
    for actor in actors { try storage.save(actor) }
    #expect(try storage.actors(name: "counter", key: nil) == actors)
    #expect(try storage.actors(name: "counter", key: ["k", "2"]) == [actors[1]])
    #expect(try storage.actors(name: "other", key: nil) == [])
    #expect(try storage.actor(id: "3") == actors[2])
    #expect(try storage.actor(id: "4") == nil)
  }

  @Test func `an actor that is kept again has its new state`() throws {
    let storage = try SQLiteStorage(path: "\(folder.path)/a.db")
    for state in [1, 2, nil, 3] as [JSONValue?] {
      try storage.save(actor("1", state: state))
      #expect(try storage.actor(id: "1") == actor("1", state: state))
    }
    #expect(try storage.remove(id: "1"))
    #expect(try !storage.remove(id: "1"))
  }

  @Test func `other users cannot read a new file`() throws {
    let path = "\(folder.path)/a.db"
    let storage = try SQLiteStorage(path: path)
    try storage.save(actor("1"))
    var status = stat()
    let code = stat(path, &status)
    #expect(code == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }
}
