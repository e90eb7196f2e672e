import PeoplebookCore
import Scenes
import Time

/// What other programs write beside a book: that they have it open, and how it is kept in step with other machines.
///
/// It is followed without any work at rest.
@MainActor
final class BookSurroundings {
  private let viewModel: PeopleViewModel
  private var watches: [FileWatch] = []
  private var start: ScheduledAction?

  /// Reports this program to the others, begins to follow them, and starts what keeps a shared book in step.
  init(_ viewModel: PeopleViewModel) {
    self.viewModel = viewModel
    followSharing()
    followPrograms()
  }

  /// Stops to report this program.
  func end() {
    watches = []
    start?.cancel()
    viewModel.presence.end()
  }

  /// The time in which a process that was just started writes its first status.
  private static let startingTime = Duration.seconds(3)

  private func followSharing() {
    let isStarted = SharingProcess.start(forSharedBook: viewModel.path)
    let update = { @MainActor [viewModel] in viewModel.sharingDidChange(viewModel.sharingStatus) }
    if let watch = FileWatch(path: SharingStatus.path(book: viewModel.path), onChange: update) { watches.append(watch) }
    guard isStarted, viewModel.sharingStatus == .notRunning else { return update() }
    viewModel.sharingDidChange(.syncing(0))
    start = MainScheduler.shared.schedule(after: Self.startingTime, update)
  }

  private func followPrograms() {
    guard let runtimeFolder = PresenceFolder.runtimeFolder,
      let folder = PresenceFolder(book: viewModel.path, in: runtimeFolder)
    else { return }
    viewModel.presence.begin(folder)
    let update = { @MainActor [viewModel] in viewModel.presence.update() }
    if let watch = FileWatch(folder: folder.path, onChange: update) { watches.append(watch) }
    // A file that was written before the folder was watched has no event.
    update()
  }
}
