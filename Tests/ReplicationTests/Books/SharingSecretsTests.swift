import FoundationEssentials
import Glibc
import Persistence
import TestSupport
import Testing

@testable import Replication

@Suite(.timeLimit(.minutes(5))) struct SharingSecretsTests {
  private let folder = TemporaryFolder()

  @Test func `a file is in its place until it is copied`() throws {
    let book = folder.path + "/people.db"
    try SharingSecrets(machine: MachineKeys(), keys: BookKeys(), relay: "/relay", name: "ada").save(book: book)
    var secrets = try SharingSecrets.load(book: book)
    #expect(secrets.isInPlace(book: book))
    #expect(!secrets.isInPlace(book: folder.path + "/none.db"))
    try secrets.save(book: folder.path + "/copy.db")
    #expect(!secrets.isInPlace(book: folder.path + "/copy.db"))
    // Earlier versions wrote the number of the device between the host and the file.
    let parts = secrets.place.split(separator: "/", omittingEmptySubsequences: false)
    let host = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
    #expect(parts[0] == host?.split(separator: "\n").first ?? "")
    secrets.place = "\(parts[0])/2049/\(parts[1])"
    #expect(secrets.isInPlace(book: book))
    secrets.place = "/\(parts[0])/\(parts[1])"
    #expect(secrets.isInPlace(book: book) == parts[0].isEmpty)
    secrets.place = "other\(parts[0])/\(parts[1])"
    #expect(!secrets.isInPlace(book: book))
    secrets.place = ""
    #expect(!secrets.isInPlace(book: book))
  }

  @Test func `a book of an earlier version is written with the newest key`() throws {
    let book = folder.path + "/people.db"
    let machine = MachineKeys()
    try SharingSecrets(machine: machine, keys: BookKeys(), relay: "/relay", name: "ada").save(book: book)
    // It has not noted the number of its key.
    let secrets = try SharingSecrets.load(book: book, as: SharingState(machine: machine.machine, position: 0))
    #expect(secrets.keys.epoch == 1)
  }

  @Test func `unfinished files of processes that crashed are deleted`() throws {
    let book = folder.path + "/people.db"
    // The younger one is of a process that may still be writing.
    let (old, young) = ("people.db.keys.draft-1", "people.db.keys.draft-2")
    for name in [old, young, "people.db.keys.1"] { try Data().write(to: URL(filePath: "\(folder.path)/\(name)")) }
    for name in [old, "people.db.keys.1"] {
      let time = Date(timeIntervalSinceNow: -3_600)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: "\(folder.path)/\(name)")
    }
    try SharingSecrets(machine: MachineKeys(), keys: BookKeys(), relay: "/relay", name: "ada").save(book: book)
    #expect(folder.names == ["people.db.keys", young, "people.db.keys.1"])
    SharingSecrets.remove(book: book)
    #expect(folder.names == ["people.db.keys.1"])
  }

  @Test func `a disk that takes no larger file is full`() async {
    await #expect(processExitsWith: .success) {
      let folder = TemporaryFolder()
      let book = folder.path + "/people.db"
      let secrets = SharingSecrets(machine: MachineKeys(), keys: BookKeys(), relay: "/relay", name: "ada")
      limitFiles(to: 0)
      #expect(throws: StoreError.diskFull(path: book + ".keys")) { try secrets.save(book: book) }
      limitFiles(to: nil)
      try secrets.save(book: book)
    }
  }

  @Test func `a disk without room is full`() throws {
    let book = folder.path + "/people.db"
    let secrets = SharingSecrets(machine: MachineKeys(), keys: BookKeys(), relay: "/relay", name: "ada")
    try FileManager.default.createSymbolicLink(
      atPath: "\(book).keys.draft-\(getpid())", withDestinationPath: "/dev/full")
    #expect(throws: StoreError.diskFull(path: book + ".keys")) { try secrets.save(book: book) }
    #expect(folder.names == [])
    try secrets.save(book: book)
    #expect(folder.names == ["people.db.keys"])
  }

  @Test func `a file that cannot be written is an error of the disk`() {
    let book = folder.path + "/none/people.db"
    let secrets = SharingSecrets(machine: MachineKeys(), keys: BookKeys(), relay: "/relay", name: "ada")
    #expect {
      try secrets.save(book: book)
    } throws: { error in
      if case StoreError.inputOutput(let path, _) = error { path == book + ".keys" } else { false }
    }
  }

  @Test func `a file in a folder without permission is refused`() {
    let book = folder.path + "/people.db"
    let secrets = SharingSecrets(machine: MachineKeys(), keys: BookKeys(), relay: "/relay", name: "ada")
    chmod(folder.path, 0o555)
    let error = withoutRootRights {
      #expect(throws: StoreError.self) { try secrets.save(book: book) }
    }
    #expect(error == .noPermission(path: book + ".keys"))
  }
}
