import Persistence

extension PeopleViewModel {
  /// The last changes of the book, or those of a person.
  public func makeChanges(of person: Person? = nil) -> ChangesViewModel {
    ChangesViewModel(people: self, person: person)
  }

  /// The deleted people.
  public func makeTrash() -> TrashViewModel {
    TrashViewModel(people: self)
  }

  /// The people who may be in the book twice.
  public func makeDuplicates() -> DuplicatesViewModel {
    DuplicatesViewModel(people: self)
  }

  /// The earlier states of the book.
  ///
  /// - Parameter position: The position of the list around which they are shown, if it is in the order of first names.
  public func makeTimeline(around position: Int?) -> TimelineViewModel {
    let isWhole = filter.isEmpty && order.value == .name && [.initial, .none].contains(grouping.value)
    return TimelineViewModel(people: self, centre: isWhole ? position ?? 0 : 0)
  }

  /// The birthdays of the next weeks.
  public func makeBirthdays() -> BirthdaysViewModel {
    BirthdaysViewModel(people: self)
  }

  /// The book in figures.
  public func makeFigures() -> FiguresViewModel {
    FiguresViewModel(people: self)
  }

  /// When a person was last changed, and by which author: `last changed 3 min ago by you`; empty when it is unknown.
  ///
  /// - Complexity: O(commits of the person).
  public func lastChange(of person: Person) -> String {
    let last = read { try $0.history(of: person).first } ?? nil
    return last.map { "last changed \($0.timeAndAuthor(own: store.author))" } ?? ""
  }
}
