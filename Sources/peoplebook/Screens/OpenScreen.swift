import Bindery
import Glibc
import PeoplebookCore
import RIV
import TUIKit
import Time

/// Opens the book on the screen, and ends the program when the user leaves it.
@MainActor
func openScreen(book path: String, options: ScreenOptions) throws -> Never {
  // Errors in the options are reported before a book is made.
  if case .person(let who)? = options.place, access(path, F_OK) != 0 {
    throw PersonLookupError.noMatch(who)
  }
  let file = try options.recording.map { try RecordFile(path: $0, besides: path) }
  do {
    try openScreen(book: path, options: options, recordingInto: file)
  } catch {
    file?.discard()
    throw error
  }
}

@MainActor
private func openScreen(book path: String, options: ScreenOptions, recordingInto file: RecordFile?) throws -> Never {
  let store = try Book.open(at: path)
  let scheduler = MainScheduler.shared
  // Errors in the options are reported before the terminal is opened.
  let place = try options.place.map { try InitialScreen($0, in: PersonLookup(store)) }
  let recorder = file.map { file in Recorder<SearchAction, SearchDomain> { file.write($0) } }
  let settings = makeSettings(options)
  let preferences = settings.preferences.value
  let kept = preferences.places.first { $0.book == store.path }
  let viewModel = PeopleViewModel(
    store: store, scheduler: scheduler, order: preferences.order, grouping: preferences.grouping,
    filter: place == nil ? kept?.filter ?? PeopleFilter() : PeopleFilter(),
    // The searches of a demonstration are not stored.
    recents: options.start == nil ? UserState.recentSearches : nil,
    middleware: recorder.map { [$0] } ?? [])
  let terminal = try Terminal(scheduler: scheduler)
  terminal.setTitle("\(viewModel.fileName) · Peoplebook")
  let application = Application(
    screen: terminal, scheduler: scheduler, theme: preferences.theme, isMotionEnabled: preferences.isMotionEnabled)
  let bindings = settings.preferences.sink { [weak application] in
    application?.chosenTheme = $0.theme
    application?.frameClock.isMotionEnabled = $0.isMotionEnabled
    DateForm.current = $0.dateForm
  }
  let input = ActionInput(viewModel.actions, in: application.window)
  let root = makePeopleScreens(viewModel, settings: settings, at: place) { application.quit() }
  let list = root.rootViewController as? PeopleViewController
  if place == nil, let person = kept?.person { list?.selectWhenListed(person) }
  var surroundings: BookSurroundings?
  application.onQuit = {
    list?.keepPlace()
    surroundings?.end()
    bindings.cancel()
    withExtendedLifetime(input) {}
    store.closeAtExit()
    options.didEnd()
  }
  if options.start == nil {
    list?.showDemo = { [weak application] in
      application?.runInForeground("PEOPLEBOOK=\"$1\" exec /proc/\(getpid())/exe demo", argument: viewModel.path)
    }
  }
  // After the first frame.
  scheduler.schedule {
    viewModel.resumeImports()
    surroundings = BookSurroundings(viewModel)
    if options.start == nil { list?.followSettingsFile() }
  }
  if let start = options.start, let list { start(list.beginDemo(openOwnBook: options.openOwnBook)) }
  application.run(root: root)
}

/// The settings of the screen.
///
/// A demonstration neither uses nor keeps those of the user.
@MainActor
private func makeSettings(_ options: ScreenOptions) -> ScreenSettings {
  let isDemo = options.start != nil
  let kept = isDemo ? ScreenPreferences() : UserState.loadPreferences()
  return ScreenSettings(kept: kept, options: options, sceneFolder: isDemo ? nil : UserState.sceneFolder) { new, old in
    if !isDemo { try UserState.save(new, changedFrom: old) }
  }
}

/// The destination of a link, looked up in a book.
enum InitialScreen {
  case route(PeopleRoute)
  case search(String)

  /// - Throws: ``PeoplebookCore/PersonLookupError`` when the text matches no person, or several.
  @MainActor
  init(_ link: DeepLink, in people: PersonLookup) throws {
    self =
      switch link {
      case .add: .route(.add)
      case .person(let who): .route(.edit(try people.person(who)))
      case .search(let text): .search(text)
      }
  }
}

/// The list, and the screens that are reached from it.
@MainActor
func makePeopleScreens(
  _ viewModel: PeopleViewModel, settings: ScreenSettings, at place: InitialScreen? = nil, quit: @escaping () -> Void
) -> NavigationController {
  let list = PeopleViewController(viewModel: viewModel, settings: settings, quit: quit)
  let navigation = NavigationController(root: list) { [weak list] route, navigator in
    switch route {
    case .add:
      PersonFormViewController(
        viewModel: viewModel.makeAddForm(), onSaved: { list?.reveal(id: $0, verb: "Added") },
        successor: { [weak navigator] in { navigator?.replace(with: .add) } })
    case .card(let person):
      list.map { PersonCardViewController(person, viewModel: viewModel.makeCard(), list: $0) } ?? ViewController()
    case .edit(let person):
      PersonFormViewController(
        viewModel: viewModel.makeEditForm(for: person),
        onSaved: { list?.reveal(id: $0, verb: "Saved") },
        successor: {
          let index = viewModel.index(ofRow: person.row)
          return { list?.editNext(afterRow: person.row, index: index) }
        })
    case .changes(let person):
      ChangesViewController(viewModel.makeChanges(of: person), people: viewModel) { list?.navigate(.show($0)) }
    case .trash: TrashViewController(viewModel.makeTrash(), people: viewModel)
    case .timeline(let position):
      TimelineViewController(viewModel.makeTimeline(around: position), people: viewModel)
    case .birthdays:
      BirthdaysViewController(viewModel.makeBirthdays(), people: viewModel) { list?.navigate(.show($0)) }
    case .figures: FiguresViewController(viewModel.makeFigures(), people: viewModel)
    case .merge(let merge): MergeViewController(merge, people: viewModel)
    case .duplicates: DuplicatesViewController(viewModel.makeDuplicates(), people: viewModel)
    case .importing(let path, let mappings):
      ImportViewController(path: path, feature: viewModel.makeImport(mappings: mappings)) { [weak navigator] in
        navigator?.dismiss(returning: $0)
      }
    }
  }
  switch place {
  case .route(let route): list.navigate(.open(route))
  case .search(let text): viewModel.search.send(.type(text))
  case nil: break
  }
  return navigation
}
