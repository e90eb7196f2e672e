import PeoplebookCore
import RIV

/// A screen that is reached from the list.
enum PeopleRoute {
  /// The form of a new person.
  case add
  /// The card of a person.
  case card(Person)
  /// The form of a person.
  case edit(Person)
  /// The last changes of the book, or of a person.
  case changes(of: Person?)
  /// The deleted people.
  case trash
  /// The earlier states of the book, around a position of the list.
  case timeline(around: Int?)
  /// The birthdays of the next weeks.
  case birthdays
  /// The book in figures.
  case figures
  /// The people who may be in the book twice.
  case duplicates
  /// Two people side by side, and the person they are merged into.
  case merge(MergeViewModel)
  /// The import of a file, presented. It is dismissed with its last state, an `ImportViewState`.
  case importing(path: String, [ColumnMapping])
}

/// The actions of the user that lead to another screen.
enum PeopleEvent {
  case add
  case show(Person)
  case edit(Person)
  case showChanges(of: Person)
  /// A key of the list leads to a screen above it.
  case push(PeopleRoute)
  /// The next person takes the place of the one in the form.
  case editNext(Person)
  /// The form of the last person is done.
  case finishEditing
  /// - Parameter onEnd: Receives the last state of the import; `nil` when its screen was dismissed before.
  case importPeople(path: String, [ColumnMapping], onEnd: @MainActor (ImportViewState?) -> Void)
  /// A link leads to a screen when the program starts.
  case open(PeopleRoute)
}

extension NavigationRouter<PeopleEvent, PeopleRoute> {
  /// The router of the list and of the screens above it.
  convenience init() {
    self.init { event, navigator in
      switch event {
      case .add: navigator.push(.add)
      case .show(let person): navigator.push(.card(person))
      case .edit(let person): navigator.push(.edit(person))
      case .showChanges(let person): navigator.push(.changes(of: person))
      case .push(let route): navigator.push(route)
      case .editNext(let person): navigator.replace(with: .edit(person))
      case .finishEditing: navigator.pop()
      case .importPeople(let path, let mappings, let onEnd):
        navigator.present(.importing(path: path, mappings), as: .sheet, animated: true, completion: nil) {
          onEnd($0 as? ImportViewState)
        }
      case .open(let route): navigator.setRoutes([route])
      }
    }
  }
}
