import PeoplebookCore

/// Where one can go from the list.
enum PeopleRoute {
  case add
  case edit(Person)
  /// People coming in from a file, presented; answers with what came of it, an `ImportViewState`.
  case importing(path: String)
}
