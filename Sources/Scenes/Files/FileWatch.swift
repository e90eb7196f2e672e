import Algorithms
import Glibc
import Time

/// Notifies of changes of one file, or of the files in a folder, without any work at rest.
///
/// Where the system has no events for the folder, such as when all of a user's watches are in use, the file is polled.
///
/// The folder is watched, not the file: editors often write another file and rename it. As long as the folder does not
/// exist, the nearest one above it is watched. Renaming a folder further up is not noticed. Where the path is a link,
/// the file that it leads to is watched too, since that is the one that an editor changes.
@MainActor
public final class FileWatch {
  private let path: String
  /// The folders that lead to the file, from the outermost on, each with the name that it has to contain.
  private let folders: [(path: String, name: [UInt8])]
  /// Whether every name in the folder counts.
  private let isOfAllFiles: Bool
  /// `nil` where the system has no descriptor left.
  private let events: FolderEvents?
  private let scheduler: any Scheduler
  /// The next poll, where there are no events.
  private var poll: ScheduledAction?
  /// The file at the last poll.
  private var polled: FileSignature?
  /// Whether each poll is reported.
  private let hasLocks: Bool
  private let onChange: @MainActor () -> Void
  /// The folder that is watched, by its position, and its number among the events.
  private var watched: (depth: Int, number: Int32)?
  /// The paths of the links that lead here, and the path itself.
  private let chain: [String]
  /// The watch of the file that the link at the path leads to.
  private var target: FileWatch?

  private static let pollInterval = Duration.seconds(2)
  /// The number of links that the system follows.
  private static let linkLimit = 40

  /// Watches a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Neither the file nor its folder need exist yet.
  ///   - hasLocks: Whether processes lock the file. A poll cannot see that a lock was released, so each poll is
  ///     reported.
  ///   - onChange: Called on the main queue after each change.
  public convenience init(path: String, hasLocks: Bool = false, onChange: @escaping @MainActor () -> Void) {
    self.init(path, isOfAllFiles: false, hasLocks: hasLocks, chain: [path], onChange)
  }

  /// Watches the files in a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder. It need not exist yet.
  ///   - onChange: Called on the main queue after each change of one of its files; where the folder is polled, at each
  ///     poll.
  public convenience init(folder: String, onChange: @escaping @MainActor () -> Void) {
    self.init(folder + "/*", isOfAllFiles: true, hasLocks: true, chain: [], onChange)
  }

  init(
    _ path: String, isOfAllFiles: Bool, hasLocks: Bool, chain: [String], events: FolderEvents? = FolderEvents.shared,
    scheduler: any Scheduler = MainScheduler.shared, _ onChange: @escaping @MainActor () -> Void
  ) {
    self.path = path
    self.isOfAllFiles = isOfAllFiles
    self.hasLocks = hasLocks
    folders = Self.folders(of: path)
    self.events = events
    self.scheduler = scheduler
    self.chain = chain
    self.onChange = onChange
    watchNearestFolder()
    watchTarget()
  }

  isolated deinit {
    if let watched { events?.remove(self, from: watched.number) }
    poll?.cancel()
  }

  private static func folders(of path: String) -> [(path: String, name: [UInt8])] {
    var folder = path.hasPrefix("/") ? "/" : "."
    var folders: [(path: String, name: [UInt8])] = []
    for name in path.split(separator: "/") {
      folders.append((folder, Array(name.utf8)))
      folder += "/\(name)"
    }
    return folders
  }

  private func watchNearestFolder() {
    if let watched { events?.remove(self, from: watched.number) }
    watched = nil
    var depth = folders.count - 1
    while depth >= 0, !watchFolder(at: depth) { depth -= 1 }
    // A folder that was created before the one above it was watched has no event; one that is created from now on has.
    // One that may not be read cannot be watched, and is not polled.
    while depth < folders.count - 1, access(folders[depth + 1].path + "/", R_OK) == 0 {
      guard watchFolder(at: depth + 1) else { return beginPolling() }
      depth += 1
    }
    poll?.cancel()
    poll = nil
  }

  private func beginPolling() {
    guard poll == nil else { return }
    polled = FileSignature(of: path)
    poll = scheduler.schedule(after: Self.pollInterval) { [weak self] in self?.pollFile() }
  }

  private func pollFile() {
    poll = nil
    let former = polled
    // Begins the next poll, unless there are events now.
    watchNearestFolder()
    polled = FileSignature(of: path)
    if poll == nil { watchTarget() }
    if hasLocks || polled != former { onChange() }
  }

  private func watchFolder(at depth: Int) -> Bool {
    guard let events, let number = events.add(self, to: folders[depth].path) else { return false }
    // Two paths may lead to one folder.
    if let watched, watched.number != number { events.remove(self, from: watched.number) }
    watched = (depth, number)
    return true
  }

  /// Watches the file that a link at the path leads to now.
  private func watchTarget() {
    // The poll follows links.
    guard poll == nil, let next = linkTarget, !chain.contains(next), chain.count <= Self.linkLimit else {
      target = nil
      return
    }
    guard next != target?.path else { return }
    target = FileWatch(
      next, isOfAllFiles: false, hasLocks: hasLocks, chain: chain + [next], scheduler: scheduler
    ) { [weak self] in self?.onChange() }
  }

  /// The path that the link at the path leads to; `nil` when there is no link.
  private var linkTarget: String? {
    guard !isOfAllFiles else { return nil }
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    guard case let count = readlink(path, &buffer, buffer.count), count > 0 else { return nil }
    let target = String(decoding: buffer[..<count], as: UTF8.self)
    return target.hasPrefix("/") ? target : (path.lastIndex(of: "/").map { path[...$0] } ?? "") + target
  }

  private func notify() {
    watchTarget()
    onChange()
  }

  private var isInFolderOfFile: Bool { watched?.depth == folders.count - 1 }

  /// Receives an event of the watched folder.
  func receive(_ event: FolderEvent) {
    guard let depth = watched?.depth else { return }
    let wasInFolderOfFile = isInFolderOfFile
    if event.name.isEmpty {
      watchNearestFolder()
      if wasInFolderOfFile || isInFolderOfFile { notify() }
    } else if event.name == folders[depth].name || wasInFolderOfFile && isOfAllFiles {
      guard !wasInFolderOfFile else {
        // A new file is complete when its writer closes it.
        if !event.isCreation || isCompleteAtOnce { notify() }
        return
      }
      watchNearestFolder()
      if isInFolderOfFile, isOfAllFiles || status != nil { notify() }
    }
  }

  /// What is at the path, without following a link.
  private var status: stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  /// Whether no writer completes what is at the path: a link, also a hard one, a folder or a pipe.
  private var isCompleteAtOnce: Bool {
    status.map { $0.st_mode & S_IFMT != S_IFREG || $0.st_nlink > 1 } ?? true
  }
}
