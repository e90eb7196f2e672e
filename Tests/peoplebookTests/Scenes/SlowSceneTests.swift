import FoundationEssentials
import Scenes
import TestSupport
import Testing
import Time

@testable import peoplebook

/// A file of the user that is read slowly, such as one of a network that does not answer.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct SlowSceneTests {
  private let folder = TemporaryFolder()
  private let scheduler = ManualScheduler()

  @Test func `a file that is still being read is not waited for`() async throws {
    let path = "\(folder.path)/card.json"
    try "{}".write(toFile: path, atomically: true, encoding: .utf8)
    let (answers, answer) = AsyncStream<File>.makeStream()
    // Cancelling a reader would end the stream: a busy system may report a change of the file, which reads it again.
    let arrival = Task { () -> File? in
      for await file in answers { return file }
      return nil
    }
    let source = SceneSource(.card, set: .plain, path: path, scheduler: scheduler) { _ throws(FileError) in
      guard let file = await arrival.value else { throw .cancelled }
      return file
    }
    scheduler.advance(by: .milliseconds(900))
    #expect(source.content.value.file == nil)
    scheduler.advance(by: .milliseconds(100))
    #expect(source.content.value.file != nil)
    #expect(source.content.value.problem == "\(path) is still being read")
    let file = try File(reading: .resource("card.json", text: SceneSet.compact.text(of: .card)))
    let (changes, change) = AsyncStream<SceneSource.Content>.makeStream()
    let token = source.content.sink { change.yield($0) }
    answer.yield(file)
    for await content in changes where content.problem.isEmpty {
      #expect(content.file === file)
      break
    }
    token.cancel()
    #expect(scheduler.isIdle)
  }
}
