import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ReusedRowTests {
  let folder = Folder()

  @Test func `an edit spares a new record in a deleted record's row`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    try Shell(folder.book).run(
      """
      DELETE FROM friend WHERE row = \(ada.row);
      INSERT INTO friend(row, id, first) VALUES (\(ada.row), 'other', 'Other');
      """)
    var edited = ada
    edited.age = 36
    let changes: [@Sendable (Transaction) throws -> Void] = [
      { [edited] in try $0.update(edited) }, { [edited] in try $0.update(edited, editedFrom: ada) },
      { [edited] in try $0.merge(edited, editedFrom: ada) },
    ]
    for change in changes {
      await #expect(throws: StoreError.noSuchRecord(id: ada.id)) { try await store.write(change) }
    }
    try await store.write { try $0.delete(ada) }
    #expect(try store.fetch(Query<Friend>()).map { "\($0.id) \($0.first) \($0.age)" } == ["other Other 0"])
  }

  @Test func `an edit can change an id`() async throws {
    let store = try folder.openStore()
    let ada = try await store.write { try $0.insert(Friend("Ada")) }
    var renamed = ada
    renamed.id = "ada"
    try await store.write { [renamed] in try $0.update(renamed, editedFrom: ada) }
    #expect(try store.fetch(Query<Friend>()) == [renamed])
  }
}
