import FoundationEssentials
import TestSupport
import Testing

@testable import PeoplebookCore

@Suite @MainActor struct PresenceTests {
  private let place = TemporaryFolder()

  /// What this process reports.
  private func reported(in folder: PresenceFolder) -> [Participant] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.flatMap { name in
      Participant.participants(in: Array((try? Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))) ?? Data()))
    }
  }

  @Test func `a program is reported from the beginning to the end`() throws {
    let folder = try place.presenceFolder()
    let presence = Presence(author: "ada")
    #expect(reported(in: folder).isEmpty)
    presence.begin(folder)
    #expect(reported(in: folder) == [Participant(author: "ada")])
    presence.beginEditing("Phone", of: "1")
    var editing = Participant(author: "ada")
    (editing.person, editing.field) = ("1", "Phone")
    #expect(reported(in: folder) == [editing])
    // The form of another person was closed.
    presence.endEditing("2")
    #expect(reported(in: folder) == [editing])
    presence.endEditing("1")
    #expect(reported(in: folder) == [Participant(author: "ada")])
    presence.end()
    #expect(reported(in: folder).isEmpty)
  }

  @MainActor private final class Count {
    var value = 0
  }

  @Test func `a folder that is made again has the program again`() throws {
    let folder = try place.presenceFolder()
    let (presence, newFolders) = (Presence(author: "ada"), Count())
    presence.begin(folder) { newFolders.value += 1 }
    try FileManager.default.removeItem(atPath: folder.path)
    presence.update()
    #expect(!FileManager.default.fileExists(atPath: folder.path) && newFolders.value == 0)
    // Another program is started.
    try folder.create()
    presence.update()
    #expect(reported(in: folder) == [Participant(author: "ada")] && newFolders.value == 1)
    try FileManager.default.removeItem(atPath: folder.path)
    presence.beginEditing("Phone", of: "1")
    #expect(reported(in: folder).map(\.field) == ["Phone"] && newFolders.value == 2)
    presence.end()
  }
}
