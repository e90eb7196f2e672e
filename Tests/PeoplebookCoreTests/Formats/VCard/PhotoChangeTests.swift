import FoundationEssentials
import Persistence
import RIV
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

@Suite(.timeLimit(.minutes(5))) struct PhotoChangeTests {
  private let place = TemporaryFolder()

  private func file(_ beginning: [UInt8], _ end: [UInt8] = [], size: Int = 100) throws -> String {
    let path = place.path + "/photo"
    let middle = [UInt8](repeating: 7, count: size - beginning.count - end.count)
    try Data(beginning + middle + end).write(to: URL(filePath: path))
    return path
  }

  private static let webp = Array("RIFF".utf8) + [92, 0, 0, 0] + Array("WEBP".utf8)

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF], [0xFF, 0xD9], "JPEG"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], Array("IEND1234".utf8), "PNG"),
      (Array("GIF89a".utf8), [0x3B], "GIF"), (webp, [], "WEBP"),
    ] as [([UInt8], [UInt8], String)])
  func `an image replaces the photo, and nothing else`(beginning: [UInt8], end: [UInt8], type: String) throws {
    var ada = Person()
    ada.otherProperties = ["X-FOO:1", "PHOTO;ENCODING=b;TYPE=PNG:QUJD"]
    try PhotoChange(path: file(beginning, end)).apply(to: &ada)
    #expect(ada.otherProperties.count == 2 && ada.otherProperties.contains("X-FOO:1"))
    #expect(ada.otherProperties.contains { $0.hasPrefix("PHOTO;ENCODING=b;TYPE=\(type):") })
    try PhotoChange(path: "").apply(to: &ada)
    #expect(ada.otherProperties == ["X-FOO:1"])
  }

  @Test(arguments: [Array("RIFF1234WAVE".utf8), Array("text".utf8), [0xFF, 0xD8]] as [[UInt8]])
  func `another file is no photo`(beginning: [UInt8]) throws {
    let path = try file(beginning)
    #expect(throws: InvalidValue(description: "\(path) is not a JPEG, PNG, GIF or WebP image.")) {
      try PhotoChange(path: path)
    }
  }

  @Test(
    arguments: [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], Array("GIF89a".utf8),
      Array("RIFF".utf8) + [93, 0, 0, 0] + Array("WEBP".utf8),
    ] as [[UInt8]])
  func `half an image is no photo`(beginning: [UInt8]) throws {
    let path = try file(beginning)
    #expect(throws: InvalidValue(description: "\(path) is incomplete: copy the file again.")) {
      try PhotoChange(path: path)
    }
  }

  @Test func `a photo has one megabyte at most`() throws {
    _ = try PhotoChange(path: file([0xFF, 0xD8, 0xFF], [0xFF, 0xD9], size: 1 << 20))
    let path = try file([0xFF, 0xD8, 0xFF], [0xFF, 0xD9], size: (1 << 20) + 1)
    #expect(throws: InvalidValue.self) { try PhotoChange(path: path) }
    #expect(throws: InvalidValue.self) { try PhotoChange(path: place.path) }
    #expect(throws: InvalidValue.self) { try PhotoChange(path: place.path + "/none") }
  }

  @Test @MainActor func `another new photo is replaced when asked`() async throws {
    let book = TemporaryBook()
    let store = try book.open()
    var ada = Person()
    ada.firstName = "Ada"
    let id = try await store.add(ada)
    let person = try #require(try store.get(Person.self, id: id))
    let queue = ActionQueue(scheduler: MainScheduler.shared)
    let form = PersonFormViewModel(store: store, actions: queue, person: person)
    form.photo.value = try PhotoChange(path: file([0xFF, 0xD8, 0xFF], [0xFF, 0xD9]))
    try await store.write(author: "cron@home:7") { transaction in
      var other = person
      other.otherProperties = ["PHOTO;ENCODING=b;TYPE=PNG:QUJD"]
      try transaction.update(other)
    }
    var sentence = ""
    if case .unwritable(let text)? = form.prepareToSave() { sentence = text }
    #expect(sentence == "The photo was changed by cron@home: save again to replace it.")
    #expect(form.prepareToSave() == nil)
    _ = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
      form.save { continuation.resume(with: $0) }
    }
    let lines = try #require(try store.get(Person.self, id: id)).otherProperties
    #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("PHOTO;ENCODING=b;TYPE=JPEG:") })
  }
}
