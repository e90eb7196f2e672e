import Reactive

/// A scene file: view models with their instances, and artboards that show them.
///
///     let file = try await File(source: .path("card.json"))
///     let person = try file.createViewModelInstance(from: .name("Ada", from: .name("Person")))
///
/// Reading a file waits for the file system, and therefore suspends. What a file contains is then in memory on the main
/// actor: all other calls are plain ones, which throw when what they ask for does not exist.
@MainActor
public final class File {
  let content: FileContent
  /// The worker that decodes the images for this file's instances.
  public let worker: Worker

  /// Reads a file, off the main actor.
  ///
  /// - Throws: ``FileError``; ``FileError/invalidFile(_:)`` has a message with line, column and path.
  /// - Complexity: O(length of the file).
  public convenience init(source: FileSource, worker: Worker? = nil) async throws(FileError) {
    let read = await Task.detached { () -> Result<[UInt8], FileError> in
      do throws(FileError) { return .success(try source.bytes()) } catch { return .failure(error) }
    }.value
    if Task.isCancelled { throw .cancelled }
    try self.init(bytes: read.get(), name: source.name, worker: worker)
  }

  /// Reads a file at once, for a scene that is part of the program.
  ///
  /// - Throws: ``FileError``, as ``init(source:worker:)`` does.
  /// - Complexity: O(length of the file).
  public convenience init(reading source: FileSource, worker: Worker? = nil) throws(FileError) {
    try self.init(bytes: source.bytes(), name: source.name, worker: worker)
  }

  private init(bytes: [UInt8], name: String, worker: Worker?) throws(FileError) {
    do throws(FileProblem) {
      content = try FileReader.read(bytes)
    } catch {
      throw .invalidFile(error.description(in: bytes, named: name))
    }
    self.worker = worker ?? Worker()
  }

  /// Reports a write that could not be applied, through ``errors``.
  public func report(_ message: String) { content.changes.report(message) }

  /// The writes and calls that could not be applied, such as a value for a path that does not exist.
  public var errors: AnyPublisher<ViewModelInstanceError, Never> { content.changes.errors.eraseToAnyPublisher() }
}
