import Persistence

extension PeopleViewModel {
  /// The last changes of the book, or those of a person.
  public func makeChanges(of person: Person? = nil) -> ChangesViewModel {
    ChangesViewModel(people: self, person: person)
  }

  /// When a person was last changed, and by which author: `last changed 3 min ago by you`; empty when it is unknown.
  ///
  /// - Complexity: O(commits of the person).
  public func lastChange(of person: Person) -> String {
    let last = read { try $0.history(of: person).first } ?? nil
    return last.map { "last changed \($0.timeAndAuthor(own: store.author))" } ?? ""
  }
}
