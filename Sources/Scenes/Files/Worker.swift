import Reactive

/// Reads files and decodes images away from the main actor.
///
/// Which formats are known depends on the decoder: this module has none of its own, since it imports no image library.
@MainActor
public final class Worker {
  /// Returns the image of a file's bytes.
  typealias Decoder = @Sendable ([UInt8]) throws -> Image

  let decoder: Decoder
  private let queue = WorkQueue(label: "scenes.worker")
  /// The images of the program for files that name an image without its content.
  private(set) var globalImages: [String: Image] = [:]

  /// Creates a worker.
  ///
  /// - Parameter decoder: Returns the image of a file's bytes, or throws; called on any thread. Without one,
  ///   ``decodeImage(from:)`` throws.
  public init(decoder: (@Sendable ([UInt8]) throws -> Image)? = nil) {
    self.decoder = decoder ?? { _ in throw ImageError.failedDecoding("This worker has no decoder for images") }
  }

  /// Decodes an image.
  ///
  /// - Throws: ``ImageError/failedDecoding(_:)``; ``ImageError/cancelled`` when the task was cancelled.
  public func decodeImage(from data: some Sequence<UInt8>) async throws(ImageError) -> Image {
    let bytes = Array(data)
    let decoder = decoder
    let result = await perform { () -> Result<Image, ImageError> in
      do {
        return .success(try decoder(bytes))
      } catch {
        return .failure(error as? ImageError ?? .failedDecoding("\(error)"))
      }
    }
    guard let decoded = result, !Task.isCancelled else { throw .cancelled }
    return try decoded.get()
  }

  /// Shares an image of the program with the files that this worker reads from now on.
  ///
  /// A file uses it for an image of that name without content of its own.
  public func addGlobalImageAsset(_ image: Image, name: String) { globalImages[name] = image }

  /// Removes a shared image; files that were read before keep it.
  public func removeGlobalImageAsset(name: String) { globalImages[name] = nil }

  /// Runs work on the queue of the worker; `nil` for work that is skipped because the task was cancelled.
  func perform<Output: Sendable>(_ work: @escaping @Sendable () -> Output) async -> Output? {
    try? await queue.run(work)
  }
}

/// The reason why an image is not available.
public enum ImageError: Error, Equatable, CustomStringConvertible {
  /// The data is not an image that the decoder knows.
  case failedDecoding(String)
  /// The task was cancelled.
  case cancelled

  /// The reason in one sentence.
  public var description: String {
    switch self {
    case .failedDecoding(let message): message
    case .cancelled: "The call was cancelled"
    }
  }
}
