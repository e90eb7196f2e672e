import Reactive

/// A scene file: view models with their instances, and artboards that show them.
///
///     let file = try await File(source: .path("card.json"))
///     let person = try file.createViewModelInstance(from: .name("Ada", from: .name("Person")))
///
/// Reading a file waits for the file system, and therefore suspends. The ``Worker`` of the file decodes the images that
/// it names or contains. What a file contains is then in memory on the main actor: all other calls are plain ones,
/// which throw when what they ask for does not exist.
@MainActor
public final class File {
  let content: FileContent
  /// The worker that decodes the images for this file's instances.
  public let worker: Worker

  /// Reads a file: its worker parses the JSON and decodes the images, and the main actor handles input meanwhile.
  ///
  /// - Parameters:
  ///   - source: Where the file comes from.
  ///   - worker: The worker that decodes the images; a new one without decoder by default.
  ///   - requirement: What the file has to have; a file without it is not valid.
  /// - Throws: ``FileError``; ``FileError/invalidFile(_:)`` has a message with line, column and path.
  /// - Complexity: O(length of the file and its images).
  public convenience init(
    source: FileSource, worker: Worker? = nil, requiring requirement: FileRequirement = .nothing
  ) async throws(FileError) {
    let worker = worker ?? Worker()
    let images = ImageReader(folder: source.folder, worker)
    let result = await worker.perform {
      Result { () throws(FileError) -> ParsedFile in try ParsedFile(source, images) }
    }
    guard let parsed = result, !Task.isCancelled else { throw .cancelled }
    try self.init(parsed.get(), worker, requirement)
  }

  /// Reads a file at once, for a scene that is part of the program; the parameters are those of
  /// ``init(source:worker:requiring:)``.
  ///
  /// - Throws: ``FileError``, as ``init(source:worker:requiring:)`` does.
  /// - Complexity: O(length of the file and its images).
  public convenience init(
    reading source: FileSource, worker: Worker? = nil, requiring requirement: FileRequirement = .nothing
  ) throws(FileError) {
    let worker = worker ?? Worker()
    try self.init(ParsedFile(source, ImageReader(folder: source.folder, worker)), worker, requirement)
  }

  private init(_ parsed: ParsedFile, _ worker: Worker, _ requirement: FileRequirement) throws(FileError) {
    do throws(FileProblem) {
      content = try FileReader.read(parsed.root, images: parsed.images, requiring: requirement)
    } catch {
      throw .invalidFile(error.description(in: parsed.bytes, named: parsed.name))
    }
    self.worker = worker
  }

  /// Reports a write that could not be applied, through ``errors``.
  public func report(_ message: String) { content.changes.report(message) }

  /// The writes and calls that could not be applied, such as a value for a path that does not exist.
  public var errors: AnyPublisher<ViewModelInstanceError, Never> { content.changes.errors.eraseToAnyPublisher() }
}
