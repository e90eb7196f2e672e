@testable import Persistence

extension Store {
  /// Adds a person through another connection after the next commit of an empty book, before the store writes again.
  ///
  /// The commit must be a large one: the notifications of a small one are computed before it.
  func addPersonElsewhereAfterCommit() {
    let path = path
    engine.perform { engine in
      engine.follow(-1, since: 0) { (_, seq) throws(StoreError) -> (any Sendable)? in
        if seq == 0 {
          let database = try Database(path: path, access: .readWrite)
          try database.execute("INSERT INTO person(first_name, last_name) VALUES ('Bob', 'Other')")
        }
        return nil
      }
    }
  }
}
