import Glibc
import Persistence
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct NameTests {
  let folder = Folder()

  @Test(arguments: [
    "two words", "new\nline", "tab\there", "per%20cent", "%00", "?mode=memory", "#fragment", "file:", "file:book?x",
    "it's \"quoted\"", ":memory:", "back\\slash", "-dash", "Bücher 山田 👩‍👧", "*?[a]", "$HOME", "a;b", "a..b",
  ])
  func `a book may have any file name`(name: String) async throws {
    let store = try Store.open(at: folder.path + "/" + name, friends)
    #expect(store.isNew && store.path.hasSuffix("/" + name))
    let watcher = Watcher(store.objects(Friend.self))
    try await store.write { try $0.insert(Friend("Ada")) }
    // Another process opens it under the same name, and its writes arrive here.
    #expect(try WriterProcess(folder.path + "/" + name, name: "other", count: 1).waitForEnd() == 0)
    await watcher.wait { $0.replayed.count == 3 }
    #expect(try await store.check() == [])
    await store.close()
    #expect(folder.names == [name])
    // A migration copies the older book beside it, whatever the name.
    let newer = StoreFormat(applicationID: friends.applicationID, version: 2, models: [Friend.self])
    #expect(try Store.open(at: folder.path + "/" + name, newer).count(Friend.self) == 3)
    #expect(folder.names.contains(name + ".version-1"))
  }

  @Test func `a long name works, and one that is too long is an error`() throws {
    // The names of the book's other files are up to eight characters longer: `-journal`.
    let name = String(repeating: "n", count: 247)
    #expect(try Store.open(at: folder.path + "/" + name, friends).isNew)
    let tooLong = folder.path + "/" + String(repeating: "n", count: 300)
    let error = #expect(throws: StoreError.self) { try Store.open(at: tooLong, friends) }
    #expect(error?.description.contains(tooLong) == true)
  }

  /// The working directory belongs to the whole process.
  @Test func `a relative path is resolved when the book is opened`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = Folder()
      mkdir(folder.path + "/here", 0o700)
      chdir(folder.path + "/here")
      for path in ["book.db", "./two.db", "../up.db", "new/deeper/./three.db", "../here/../four.db"] {
        let store = try Store.open(at: path, friends)
        #expect(store.isNew && store.path.hasPrefix("/"))
        try await store.write { try $0.insert(Friend("Ada")) }
        // Later changes of the directory do not affect an open book.
        chdir("/")
        try await store.write { try $0.insert(Friend("Bob")) }
        chdir(folder.path + "/here")
        let again = try Store.open(at: path, friends)
        #expect(try again.path == store.path && again.count(Friend.self) == 2)
        await again.close()
        await store.close()
      }
      #expect(folder.names == ["here", "up.db", "four.db"])
    }
  }

  @Test func `symbolic links lead to one book`() async throws {
    mkdir(folder.path + "/real", 0o700)
    symlink("real", folder.path + "/linked")
    symlink("../linked/book.db", folder.path + "/real/alias.db")
    let store = try Store.open(at: folder.path + "/real/book.db", friends)
    let watcher = Watcher(store.objects(Friend.self))
    for (index, path) in ["/linked/book.db", "/real/alias.db", "/linked/alias.db"].enumerated() {
      let other = try Store.open(at: folder.path + path, friends)
      #expect(other.path == store.path && !other.isNew)
      try await other.write { try $0.insert(Friend("Friend \(index)")) }
      await watcher.wait { $0.replayed.count == index + 1 }
    }
    #expect(try store.count(Friend.self) == 3)
  }

  @Test func `dangling and circular links are errors`() {
    symlink("round.db", folder.path + "/square.db")
    symlink("square.db", folder.path + "/round.db")
    #expect(throws: StoreError.self) { try Store.open(at: folder.path + "/round.db", friends) }
    symlink("nowhere/at/all.db", folder.path + "/lost.db")
    #expect(throws: StoreError.self) { try Store.open(at: folder.path + "/lost.db", friends, create: false) }
    #expect(folder.names == ["round.db", "square.db", "lost.db"])
  }
}
