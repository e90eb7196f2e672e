import PeoplebookCore
import Scenes

/// What other programs write beside a book: that they have it open, and how it is kept in step with other machines.
///
/// It is followed without any work at rest.
@MainActor
final class BookSurroundings {
  private let viewModel: PeopleViewModel
  private var watches: [FileWatch] = []

  /// Reports this program to the others, and begins to follow them.
  init(_ viewModel: PeopleViewModel) {
    self.viewModel = viewModel
    followSharing()
    followPrograms()
  }

  /// Stops to report this program.
  func end() {
    watches = []
    viewModel.presence.end()
  }

  private func followSharing() {
    let update = { @MainActor [viewModel] in viewModel.sharingDidChange(SharingStatus(book: viewModel.path)) }
    if let watch = FileWatch(path: SharingStatus.path(book: viewModel.path), onChange: update) { watches.append(watch) }
    update()
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
