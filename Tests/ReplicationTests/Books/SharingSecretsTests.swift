import FoundationEssentials
import TestSupport
import Testing

@testable import Replication

@Suite struct SharingSecretsTests {
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
    secrets.place = "other\(parts[0])/\(parts[1])"
    #expect(!secrets.isInPlace(book: book))
    secrets.place = ""
    #expect(!secrets.isInPlace(book: book))
  }
}
