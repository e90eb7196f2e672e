import Bindery
import Glibc
import Reactive
import Scenes

/// The file of one scene, now and after each change: a file of the user, else one that is part of the program.
///
/// A file of the user is watched: saving it updates the scene at once. It is read away from the main actor; the former
/// scene stays until then, and where the file has a mistake.
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
  private var watches: [String: FileWatch] = [:]
  private var loading: Task<Void, Never>?

  /// Loads a scene.
  ///
  /// - Parameters:
  ///   - name: The scene.
  ///   - set: The set that is used where the user has no file.
  ///   - path: The path of the user's file, which need not exist; `nil` for none.
  init(_ name: SceneName, set: SceneSet, path: String?) {
    self.name = name
    self.set = set
    self.path = path
    load()
    watch()
  }

  isolated deinit {
    loading?.cancel()
  }

  private func watch() {
    guard let path else { return }
    // An editor changes the file that a link leads to.
    let paths: Set = [path, Self.resolved(path)]
    watches = watches.filter { paths.contains($0.key) }
    for path in paths where watches[path] == nil {
      watches[path] = FileWatch(path: path) { [weak self] in
        self?.load()
        self?.watch()
      }
    }
  }

  private func load() {
    loading?.cancel()
    loading = nil
    guard let path, access(path, F_OK) == 0 else {
      content.value = Content(file: builtIn)
      return
    }
    loading = Task { [weak self] in
      var new = Content()
      do throws(FileError) {
        new.file = try await Self.read(path)
      } catch {
        new.problem = error.description
      }
      guard let self, !Task.isCancelled else { return }
      content.value = Content(file: new.file ?? content.value.file ?? builtIn, problem: new.problem)
    }
  }

  private var builtIn: File? { try? File(reading: .resource(name.fileName, text: set.text(of: name))) }

  private static func read(_ path: String) async throws(FileError) -> File {
    let file = try await File(source: .path(path), worker: .png())
    guard let artboard = try? file.createArtboard() else { throw .invalidFile("\(path) has no artboard") }
    guard (try? file.getDefaultViewModelInfo(for: artboard)) != nil else {
      throw .invalidFile("\(path): artboard \(artboard.name) has no view model")
    }
    return file
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
