import PeoplebookCore

/// Where one can go from the list.
enum PeopleRoute {
  case add
  case edit(Person)
}
