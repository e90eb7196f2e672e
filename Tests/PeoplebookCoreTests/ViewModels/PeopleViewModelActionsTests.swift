import FoundationEssentials
import Persistence
import Reactive
import TestSupport
import Testing
import Time

@testable import PeoplebookCore

/// The actions of the list on people.
@Suite(.timeLimit(.minutes(5))) @MainActor struct PeopleViewModelActionsTests {
  let book = TemporaryBook()
  let store: Store
  let viewModel: PeopleViewModel
  let log = Log()

  @MainActor
  final class Log {
    var notices: [PeopleViewModel.StatusMessage] = []
    var questions: [UndoQuestion] = []
    var tokens: [AnyCancellable] = []
    isolated deinit {}
  }

  init() async throws {
    store = try book.open()
    viewModel = PeopleViewModel(store: store, scheduler: ManualScheduler())
    let log = log
    log.tokens.append(viewModel.notices.sink { log.notices.append($0) })
    log.tokens.append(viewModel.undoQuestions.sink { log.questions.append($0) })
    try await add(["Ada", "Barbara", "Cleo"], to: store)
  }

  private func add(_ names: [String], to store: Store) async throws {
    try await store.write { transaction in
      for name in names {
        var person = Person()
        person.firstName = name
        _ = try transaction.insert(person)
      }
    }
  }

  @Test func `the failure of an action is reported whatever it is`() {
    struct Unforeseen: Error, CustomStringConvertible { let description = "The moon is down." }
    viewModel.notify(.failure(Unforeseen()))
    viewModel.notify(.failure(CancellationError()))
    #expect(log.notices == [.problem("The moon is down."), .hint("Stopped: nothing was changed")])
  }

  @Test func `a filter sets the search and the tags`() {
    let filter = PeopleFilter(text: "ada", tags: ["friend"])
    viewModel.filter = filter
    #expect(viewModel.search.text.value == "ada" && viewModel.tags.value == ["friend"])
    #expect(viewModel.filter == filter)
    viewModel.filter = PeopleFilter()
    #expect(viewModel.search.text.value == "" && viewModel.tags.value == [])
  }

  @Test func `a shared book is synchronising at first`() throws {
    #expect(viewModel.sharing.value == nil)
    try Data().write(to: URL(filePath: store.path + ".keys"))
    #expect(PeopleViewModel(store: store, scheduler: ManualScheduler()).sharing.value == .syncing(0))
  }

  private var names: [String] { viewModel.search.results.items.map(\.firstName) }

  private func tags(_ text: String) throws -> TagChange { try #require(TagChange(typed: text)) }

  private func selection(_ positions: Int...) -> PeopleSelection {
    let rows = positions.map { viewModel.search.results.items.row(at: $0) }
    let name = positions.first.flatMap(viewModel.person(at:))?.displayName ?? ""
    return PeopleSelection(rows: rows, name: name)
  }

  /// Waits for the end of all actions.
  private func settle() async {
    await viewModel.actions.settled()
  }

  @Test func `a selection is fixed when it is made, whatever is committed later`() async throws {
    let barbara = viewModel.selection(marked: MarkedPeople(), position: 1)
    #expect(barbara.title == "Barbara")
    try await add(["Aaa", "Aab"], to: store)
    viewModel.remove(barbara)
    await settle()
    #expect(names == ["Aaa", "Aab", "Ada", "Cleo"])
    #expect(log.notices == [.done("Deleted Barbara", keys: "u undoes")])
  }

  @Test func `deleting a deleted person is reported`() async throws {
    let ada = selection(0)
    try await store.removePeople(in: ada.rows)
    viewModel.remove(ada)
    await settle()
    #expect(log.notices == [.hint("Ada is no longer in the book")])
    #expect(names == ["Barbara", "Cleo"])
  }

  @Test func `tags are added, and those behind a minus removed`() async throws {
    try viewModel.changeTags(of: selection(0, 2), tags("friend, work"))
    try viewModel.changeTags(of: selection(2), tags("-work"))
    await settle()
    #expect(viewModel.search.results.items.map(\.tags) == [["friend", "work"], [], ["friend"]])
    #expect(
      log.notices == [
        .done("Changed the tags of 2 people", keys: "u undoes"), .done("Changed the tags of Cleo", keys: "u undoes"),
      ])
  }

  @Test func `tags that are there already are no change to undo`() async throws {
    try viewModel.changeTags(of: selection(0), tags("friend"))
    await settle()
    try viewModel.changeTags(of: selection(0), tags("friend, -work"))
    try viewModel.changeTags(of: selection(0, 1), tags("friend"))
    await settle()
    #expect(
      log.notices.suffix(2) == [
        .hint("Nothing to change: these people already have these tags"),
        .done("Changed the tags of one person", keys: "u undoes"),
      ])
  }

  @Test func `undo and redo name a merge`() async throws {
    viewModel.merge(selection(0, 1))
    await settle()
    viewModel.undo()
    await settle()
    #expect(log.notices.last == .done("Undid “Merged 2 people into Ada”", keys: "ctrl-r redoes"))
    viewModel.redo()
    await settle()
    #expect(log.notices.last == .done("Redid “Merged 2 people into Ada”", keys: "u undoes"))
  }

  @Test func `a merge says which values it does not keep`() async throws {
    for (position, title) in ["Countess", "Baker"].enumerated() {
      let row = try #require(selection(position).rows.first)
      try await store.write { try $0.update(Person.self, rows: [row]) { $0.title = title } }
    }
    viewModel.merge(selection(0, 1))
    await settle()
    #expect(
      log.notices.last == .done("Merged 2 people into Ada. Not kept from Barbara: title “Baker”", keys: "u undoes"))
  }

  @Test func `a change that another program has undone is not undone again`() async throws {
    viewModel.remove(selection(1))
    await settle()
    try viewModel.changeTags(of: selection(0), tags("friend"))
    await settle()
    let row = viewModel.search.results.items.row(at: 0)
    try await book.open().changeTags(ofPeopleIn: [row], adding: [], removing: ["friend"])
    viewModel.undo()
    await settle()
    #expect(log.notices.last == .hint("“Changed Ada” is already undone"))
    viewModel.undo()
    await settle()
    #expect(log.notices.last == .done("Undid “Deleted Barbara”", keys: "ctrl-r redoes"))
    #expect(names == ["Ada", "Barbara", "Cleo"])
  }

  @Test func `a merge needs two people in the book`() async throws {
    viewModel.merge(selection(0))
    let both = selection(0, 1)
    try await store.removePeople(in: selection(1).rows)
    viewModel.merge(both)
    await settle()
    #expect(names == ["Ada", "Cleo"])
    viewModel.merge(selection(0, 1))
    await settle()
    #expect(names == ["Ada"])
    #expect(log.notices.last == .done("Merged 2 people into Ada", keys: "u undoes"))
  }

  @Test func `undo reverses the last change made here, not that of another process`() async throws {
    viewModel.remove(selection(0))
    await settle()
    let other = try book.open()
    try await add(["Bob"], to: other)
    viewModel.undo()
    await settle()
    await yield { names.count >= 4 }
    #expect(names == ["Ada", "Barbara", "Bob", "Cleo"])
    #expect(log.notices.last == .done("Undid “Deleted Ada”", keys: "ctrl-r redoes"))
    viewModel.redo()
    await settle()
    #expect(names == ["Barbara", "Bob", "Cleo"])
    #expect(log.notices.last == .done("Redid “Deleted Ada”", keys: "u undoes"))
  }

  @Test func `without an own change to undo it asks first`() async throws {
    let later = PeopleViewModel(store: try book.open(), scheduler: ManualScheduler())
    let log = log
    log.tokens.append(later.undoQuestions.sink { log.questions.append($0) })
    log.tokens.append(later.notices.sink { log.notices.append($0) })
    later.undo()
    await later.actions.settled()
    #expect(names.count == 3)
    let question = try #require(log.questions.first)
    #expect(question.title == "Undo “Added 3 people”?")
    #expect(question.origin == "Made by you just now.")
    later.undo(question)
    await later.actions.settled()
    await yield { names.isEmpty }
    #expect(log.notices == [.done("Undid “Added 3 people”", keys: "ctrl-r redoes")])
  }

  @Test func `a later change of the same field is reported and kept`() async throws {
    try viewModel.changeTags(of: selection(0), tags("friend"))
    await settle()
    let other = try book.open()
    let row = viewModel.search.results.items.row(at: 0)
    try await other.changeTags(ofPeopleIn: [row], adding: ["work"], removing: ["friend"])
    viewModel.undo()
    await settle()
    guard case .problem(let sentence, _) = log.notices.last else {
      Issue.record("\(log.notices) has no problem")
      return
    }
    #expect(sentence.contains("Ada"))
    #expect(try store.get(Person.self, row: row)?.tags == ["work"])
  }

  @Test func `undo passes over a change that cannot be undone`() async throws {
    viewModel.remove(selection(1))
    await settle()
    try viewModel.changeTags(of: selection(0), tags("friend"))
    await settle()
    let row = viewModel.search.results.items.row(at: 0)
    let other = try book.open()
    try await other.changeTags(ofPeopleIn: [row], adding: ["work"], removing: ["friend"])
    viewModel.undo()
    await settle()
    guard case .problem(let sentence, let keys) = log.notices.last else {
      Issue.record("\(log.notices) has no problem")
      return
    }
    #expect(sentence.contains("(Tags: “work”)") && keys == "u undoes your change before that one")
    viewModel.undo()
    await settle()
    #expect(log.notices.last == .done("Undid “Deleted Barbara”", keys: "ctrl-r redoes"))
    #expect(names == ["Ada", "Barbara", "Cleo"])
  }

  @Test func `with an empty log there is nothing to undo`() async throws {
    let emptyBook = TemporaryBook()
    defer { withExtendedLifetime(emptyBook) {} }
    let empty = PeopleViewModel(store: try emptyBook.open(), scheduler: ManualScheduler())
    let log = log
    log.tokens.append(empty.notices.sink { log.notices.append($0) })
    empty.undo()
    empty.redo()
    await empty.actions.settled()
    #expect(log.notices == [.hint("There is nothing to undo"), .hint("There is nothing to redo")])
  }

  @Test func `a stopped bulk deletion leaves the book as it was`() async throws {
    try await add((0..<5_000).map { "P\($0)" }, to: store)
    let rows = try store.fetch(Query<Person>()).map(\.row)
    viewModel.remove(PeopleSelection(rows: rows, name: ""))
    #expect(viewModel.actions.domain.running?.title == "Deleting 5,003 people")
    #expect(viewModel.actions.domain.running?.canCancel == true)
    viewModel.actions.interact(with: .cancel)
    await settle()
    #expect(log.notices == [.hint("Stopped: nothing was changed")])
    #expect(try store.count(Person.self) == 5_003)
  }

  @Test func `an error is reported, and keys typed for the result are dropped`() async throws {
    var failures = 0
    let token = viewModel.actions.failures.sink { _ in failures += 1 }
    let people = selection(0)
    await store.close()
    viewModel.remove(people)
    await settle()
    token.cancel()
    #expect(failures == 1)
    guard case .problem = log.notices.last else {
      Issue.record("\(log.notices) has no problem")
      return
    }
  }
}
