import Dispatch
import FoundationEssentials
import Glibc
import Reactive
import TestSupport
import Testing

@testable import Scenes

/// Images that a scene file names, contains, or expects from the program.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ImageAssetTests {
  private let folder = TemporaryFolder()
  private var path: String { "\(folder.path)/card.json" }
  /// A picture is a line of pixels, one for each byte; "bad" is none.
  private let worker = Worker { bytes in
    guard bytes != Array("bad".utf8), let image = Image(width: bytes.count, height: 1, pixels: bytes.map(UInt32.init))
    else { throw ImageError.failedDecoding("The picture is damaged") }
    return image
  }

  private func write(_ image: String) throws {
    try """
    {"images": [\(image)], "viewModels": [{"name": "V", "properties": [{"name": "picture", "type": "image"}],
      "instances": [{"name": "I", "values": {"picture": "logo"}}]}]}
    """.write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test func `a worker does not use the threads of the task pool`() async {
    // What the pool runs belongs to a task.
    let isOutsideTask = await worker.perform { withUnsafeCurrentTask { $0 == nil } }
    #expect(isOutsideTask == true)
  }

  private func picture(of file: File) throws -> [UInt32]? {
    let instance = try file.createViewModelInstance(from: .name("V"))
    return try instance.value(of: ImageProperty(path: "picture"))?.pixels
  }

  @Test func `a path begins at the folder of the scene`() async throws {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/art", withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: URL(filePath: "\(folder.path)/art/logo.png"))
    try write(#"{"name": "logo", "path": "art/logo.png"}"#)
    #expect(try picture(of: await File(source: .path(path), worker: worker)) == [1, 2, 3])
    #expect(try picture(of: File(reading: .path(path), worker: worker)) == [1, 2, 3])
    try write(#"{"name": "logo", "path": "\#(folder.path)/art/logo.png"}"#)
    #expect(try picture(of: await File(source: .path(path), worker: worker)) == [1, 2, 3])
  }

  @Test(arguments: [("", []), ("AA==", [0]), ("AQI=", [1, 2]), ("AQID", [1, 2, 3]), ("+/8A", [251, 255, 0])])
  func `a picture can be part of the file`(text: String, pixels: [UInt32]) async throws {
    try write(#"{"name": "logo", "data": "\#(text)"}"#)
    #expect(try picture(of: await File(source: .path(path), worker: worker)) == pixels)
  }

  @Test func `an image has as many pixels as its size says`() {
    for (width, height) in [(0, 0), (3, 0), (0, 3)] {
      #expect(Image(width: width, height: height, pixels: []) != nil, "\(width) × \(height)")
      #expect(Image(width: width, height: height, pixels: [7]) == nil, "\(width) × \(height)")
    }
    #expect(Image(width: -1, height: -1, pixels: [7]) == nil)
    #expect(Image(width: -1, height: 0, pixels: []) == nil && Image(width: 0, height: -1, pixels: []) == nil)
    #expect(Image(width: 2, height: .max, pixels: []) == nil)
    #expect(Image(width: 1, height: 2, pixels: [7]) == nil)
  }

  @Test func `an image without content is one of the program`() async throws {
    try write(#"{"name": "logo"}"#)
    await #expect(throws: FileError.invalidFile("card.json:1:13: images/logo: the program has no image “logo”")) {
      try await File(source: .path(path), worker: worker)
    }
    let image = try #require(Image(width: 2, height: 1, pixels: [7, 8]))
    worker.addGlobalImageAsset(image, name: "logo")
    let file = try await File(source: .path(path), worker: worker)
    worker.removeGlobalImageAsset(name: "logo")
    #expect(try picture(of: file) == [7, 8])
    #expect(throws: FileError.self) { try File(reading: .path(path), worker: worker) }
  }

  @Test(arguments: [
    (#"{"name": "logo", "path": "none.png"}"#, "38: images/logo/path: none.png: No such file or directory"),
    (#"{"name": "logo", "path": "."}"#, "38: images/logo/path: . is not a file"),
    (#"{"name": "logo", "path": "large.png"}"#, "38: images/logo/path: the picture is larger than 16 MB"),
    (#"{"name": "logo", "path": "bad.png"}"#, "38: images/logo/path: The picture is damaged"),
    (#"{"name": "logo", "data": "QUJ"}"#, "38: images/logo/data: the picture is not in Base64"),
    (#"{"name": "logo", "data": "QU J"}"#, "38: images/logo/data: the picture is not in Base64"),
    (
      #"{"name": "logo", "data": "QUJD", "width": 1}"#,
      "13: images/logo: an image has a “path”, “data”, or a “width” and “pixels”"
    ),
    (
      #"{"name": "logo", "width": 2, "pixels": ["none"]}"#,
      "52: images/logo/pixels: the number of pixels is not a multiple of the width"
    ),
    (#"{"name": "logo", "path": "wide.png"}"#, "13: images/logo: the images of the file have more than 4194304 pixels"),
  ])
  func `a missing or damaged picture is one sentence`(image: String, message: String) async throws {
    try Data("bad".utf8).write(to: URL(filePath: "\(folder.path)/bad.png"))
    for (name, size) in [("large", 16_777_217), ("wide", Image.pixelLimit + 1)] {
      let file = try #require(fopen("\(folder.path)/\(name).png", "w"))
      #expect(ftruncate(fileno(file), size) == 0)
      fclose(file)
    }
    try write(image)
    await #expect(throws: FileError.invalidFile("card.json:1:\(message)")) {
      try await File(source: .path(path), worker: worker)
    }
  }

  @Test func `a scene of the program has no folder`() {
    #expect(
      SceneFixtures.problem(of: #"{"images": [{"name": "logo", "path": "logo.png"}]}"#)
        == "card.json:1:38: images/logo/path: a scene that is part of the program has no folder with “logo.png”")
  }

  @Test func `pictures are decoded away from the main thread`() async throws {
    try write(#"{"name": "logo", "data": "AA=="}"#)
    let mainThread = pthread_self()
    let worker = Worker { _ in
      guard let image = Image(width: 1, height: 1, pixels: [pthread_self() == mainThread ? 1 : 0]) else {
        throw ImageError.failedDecoding("no image")
      }
      return image
    }
    #expect(try picture(of: File(reading: .path(path), worker: worker)) == [1])
    #expect(try picture(of: await File(source: .path(path), worker: worker)) == [0])
  }

  @Test func `a cancelled task reads no file and decodes no image`() async throws {
    let reading = Task { _ = try await File(source: .data(SceneFixtures.people.utf8)) }
    reading.cancel()
    await #expect(throws: FileError.cancelled) { try await reading.value }
    let decoding = Task { [worker] in _ = try await worker.decodeImage(from: [1]) }
    decoding.cancel()
    await #expect(throws: ImageError.cancelled) { try await decoding.value }
  }

  @Test func `an image that is cancelled late is dropped`() async {
    let (began, gate) = (Latch(), DispatchSemaphore(value: 0))
    let worker = Worker { _ in
      began.open()
      gate.wait()
      throw ImageError.failedDecoding("late")
    }
    let decoding = Task { _ = try await worker.decodeImage(from: [1]) }
    await began.pass()
    decoding.cancel()
    gate.signal()
    await #expect(throws: ImageError.cancelled) { try await decoding.value }
  }
}
