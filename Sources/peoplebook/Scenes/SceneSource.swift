import Bindery
import Glibc
import PeoplebookCore
import Reactive
import Scenes
import Time

/// The file of one scene, now and after each change: a file of the user, else one that is part of the program.
///
/// A file of the user is watched: saving it updates the scene at once. It is read away from the main actor. The former
/// scene stays until then, and while the file has a mistake, is not a file or cannot be read. If an optional file does
/// not exist, the program's scene is used without a message.
@MainActor
final class SceneSource {
  /// The file in use.
  struct Content {
    /// The last file without a mistake; `nil` until the first one is read.
    var file: File?
    /// What is wrong with the user's file, in one sentence; empty when nothing is.
    var problem = ""
  }

  /// The file in use.
  let content = CurrentValue<Content, Never>(Content())
  /// The set whose scene is used where the user has no file.
  var set: SceneSet {
    didSet { if set != oldValue { load() } }
  }

  private let name: SceneName
  private let path: String?
  private let isRequired: Bool
  private var watch: FileWatch?
  private let scheduler: any Scheduler
  private let read: Reader
  private var loading: Task<Void, Never>?
  private var patience: ScheduledAction?

  /// Reads the file at a path.
  typealias Reader = @MainActor (_ path: String) async throws(FileError) -> File

  /// The time after which a file that is still being read is not waited for.
  private static let patience = Duration.seconds(1)

  /// Loads a scene.
  ///
  /// - Parameters:
  ///   - name: The scene.
  ///   - set: The set that is used where the user has no file.
  ///   - path: The path of the user's file; `nil` for none.
  ///   - isRequired: Whether it is a problem when there is no file at the path.
  ///   - scheduler: The source of time.
  ///   - read: Reads the user's file.
  init(
    _ name: SceneName, set: SceneSet, path: String?, isRequired: Bool = false,
    scheduler: any Scheduler = MainScheduler.shared,
    read: @escaping Reader = { path throws(FileError) in
      try await File(source: .path(path), worker: .png(), requiring: .viewModel)
    }
  ) {
    self.name = name
    self.set = set
    self.path = path
    self.isRequired = isRequired
    self.scheduler = scheduler
    self.read = read
    load()
    watch = path.map { path in FileWatch(path: path) { [weak self] in self?.load() } }
  }

  isolated deinit {
    loading?.cancel()
    patience?.cancel()
  }

  /// The name of the file in messages.
  var fileName: String { path.map { TypedPath.abbreviated($0) } ?? name.fileName }

  private func load() {
    loading?.cancel()
    loading = nil
    patience?.cancel()
    guard let path, isRequired || Self.isPresent(path) else {
      content.value = Content(file: builtIn)
      return
    }
    loading = Task { [weak self, read] in
      var new = Content()
      do throws(FileError) {
        new.file = try await read(path)
      } catch {
        new.problem = TypedPath.abbreviated(error.description)
      }
      if !Task.isCancelled { self?.show(new.file, new.problem) }
    }
    patience = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.show(nil, "\(TypedPath.abbreviated(path)) is still being read")
    }
  }

  /// Shows a file, or the former one with what is wrong.
  private func show(_ file: File?, _ problem: String) {
    patience?.cancel()
    content.value = Content(file: file ?? content.value.file ?? builtIn, problem: problem)
  }

  private var builtIn: File? { try? File(reading: .resource(name.fileName, text: set.text(of: name))) }

  /// Whether there is something at a path, also what cannot be read.
  private static func isPresent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 || errno != ENOENT
  }
}
