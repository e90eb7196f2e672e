import FoundationEssentials
import Reactive
import Testing

/// Runs the examples of the documentation catalogue.
@Suite(.timeLimit(.minutes(5)), .leavesNothing) struct DocumentationTests {
  @Test func `the landing page`() {
    var printed: [String] = []
    func print(_ line: String) { printed.append(line) }
    let first = CurrentValue("Ada")
    let last = CurrentValue("Lovelace")
    let token = first.combineLatest(last) { "\($0) \($1)" }
      .removeDuplicates()
      .sink { print($0) }
    transaction(first, last) {
      first.value = "Grace"
      last.value = "Hopper"
    }
    #expect(printed == ["Ada Lovelace", "Grace Hopper"])
    withExtendedLifetime(token) {}
  }

  @Test func `changes and arrays`() {
    var printed: [String] = []
    func print(_ items: Any, _ changeset: Changeset) { printed.append("\(items) \(changeset)") }
    let people = MutableObservableArray(["Grace", "Ada"])
    let sorted = people.sorted()
    let token = sorted.changesetPublisher.sink { change in
      if case .update(let items, let changeset) = change { print(items, changeset) }
    }
    people.append("Hedy")
    #expect(printed == [#"["Ada", "Grace", "Hedy"] +[2]"#])
    withExtendedLifetime(token) {}
  }

  @Test func `subjects`() {
    let taps = Subject<Int, Never>()
    let name = CurrentValue("Ada")
    name.value = "Grace"
    var received: [String] = []
    let tokens = [taps.sink { received.append("\($0)") }, name.sink { received.append($0) }]
    taps.send(1)
    #expect(received == ["Grace", "1"])
    withExtendedLifetime(tokens) {}
  }

  /// A diagram is `input  [input]  operator  output`; the tests of operators have both ends of each.
  @Test(arguments: ["Operators", "Joins", "Time"])
  func `every diagram of a page is run by a test`(_ page: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    let package = tests.deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: package.appending(path: "Sources/Reactive/Reactive.docc/\(page).md"), encoding: .utf8)
    let folder = tests.appending(path: "Operators")
    let run = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
    let diagrams = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
    #expect(diagrams.count >= 3)
    for diagram in diagrams {
      let words = diagram.split(separator: " ")
      for end in [words[0], words[words.count - 1]] { #expect(run.contains("\"\(end)\""), "\(diagram)") }
    }
  }

  @Test func `crossing threads`() async {
    var printed: [Int] = []
    func print(_ change: Int) { printed.append(change) }
    let changes = Mailbox<Int>()
    changes.post(1)
    changes.finish()
    for await change in changes { print(change) }
    #expect(printed == [1])
  }
}
