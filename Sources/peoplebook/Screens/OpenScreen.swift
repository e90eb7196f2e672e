import Bindery
import PeoplebookCore
import Persistence
import TUIKit
import Time

/// Opens the book on the screen, and ends the program when the user leaves it.
@MainActor
func openScreen(book path: String, options: ScreenOptions) throws -> Never {
  let store = try Book.open(at: path)
  let scheduler = MainScheduler.shared
  let terminal = try Terminal(scheduler: scheduler)
  let application = Application(
    screen: terminal, scheduler: scheduler, theme: options.chosenTheme,
    isMotionEnabled: !options.isStill)
  let root = makePeopleScreens(store: store) { application.quit() }
  options.start?()
  application.run(root: root)
}

/// The list and the forms that one reaches from it.
@MainActor
func makePeopleScreens(store: Store, quit: @escaping () -> Void) -> NavigationController {
  let viewModel = PeopleViewModel(store: store, scheduler: MainScheduler.shared)
  let navigator = ControllerNavigator<PeopleRoute> { route, navigation in
    let list = { [weak navigation] in navigation?.rootViewController as? PeopleViewController }
    let reveal = { (id: String) in _ = list()?.reveal(id: id) }
    return switch route {
    case .add: PersonFormViewController(viewModel: viewModel.makeAddForm(), onSaved: reveal)
    case .edit(let person):
      PersonFormViewController(
        viewModel: viewModel.makeEditForm(for: person), onSaved: reveal, onNext: { list()?.editNext() })
    }
  }
  let list = PeopleViewController(viewModel: viewModel, navigator: navigator, quit: quit)
  let navigation = NavigationController(rootViewController: list)
  navigator.navigationController = navigation
  return navigation
}
