import PeoplebookCore
import Scenes

/// What changes beside a book: which programs have it open, how it is kept in step with other machines, and the day.
///
/// It is followed without any work at rest, except at midnight.
@MainActor
final class BookSurroundings {
  private let viewModel: PeopleViewModel
  private var sharing: SharingWatch?
  private var programs: FileWatch?
  private var day: DayWatch?

  /// Reports this program to the others, begins to follow them, and starts what keeps a shared book in step.
  init(_ viewModel: PeopleViewModel) {
    self.viewModel = viewModel
    sharing = SharingWatch(
      book: viewModel.path, status: { viewModel.sharingStatus }, report: { viewModel.sharingDidChange($0) })
    day = DayWatch(onNewDay: { viewModel.dayDidChange() })
    followPrograms()
  }

  /// Stops to report this program.
  func end() {
    (sharing, programs, day) = (nil, nil, nil)
    viewModel.presence.end()
  }

  private func followPrograms() {
    guard let runtimeFolder = PresenceFolder.runtimeFolder,
      let folder = PresenceFolder(book: viewModel.path, in: runtimeFolder)
    else { return }
    viewModel.presence.begin(folder) { [weak self] in self?.watch(folder) }
    watch(folder)
  }

  private func watch(_ folder: PresenceFolder) {
    programs = FileWatch(folder: folder.path) { [viewModel] in viewModel.presence.update() }
    // A file that was written before the folder was watched has no event.
    viewModel.presence.update()
  }
}
