import Reactive
import Testing

/// What the pages of the catalogue say, run.
@Suite(.leavesNothing) struct DocumentationTests {
  @Test func `the landing page`() {
    var printed: [String] = []
    let first = CurrentValue("Ada")
    let last = CurrentValue("Lovelace")
    let token = first.combineLatest(last) { "\($0) \($1)" }
      .removeDuplicates()
      .sink { printed.append($0) }
    transaction(first, last) {
      first.value = "Grace"
      last.value = "Hopper"
    }
    #expect(printed == ["Ada Lovelace", "Grace Hopper"])
    withExtendedLifetime(token) {}
  }

  @Test func `changes and arrays`() {
    var printed: [String] = []
    let people = MutableObservableArray(["Grace", "Ada"])
    let sorted = people.sorted()
    let token = sorted.changesetPublisher.sink { change in
      if case .update(let items, let changeset) = change { printed.append("\(items) \(changeset)") }
    }
    people.append("Hedy")
    #expect(printed == [#"["Ada", "Grace", "Hedy"] +[2]"#])
    withExtendedLifetime(token) {}
  }

  @Test func `crossing threads`() async {
    let changes = Mailbox<Int>()
    changes.post(1)
    changes.finish()
    var printed: [Int] = []
    for await change in changes { printed.append(change) }
    #expect(printed == [1])
  }
}
