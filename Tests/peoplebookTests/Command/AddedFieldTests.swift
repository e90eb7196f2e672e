import TUIKit
import TUITesting
import Testing
import Time

@testable import PeoplebookCore
@testable import peoplebook

/// Fields that are added to the catalogue, each in a process of its own.
@Suite(.timeLimit(.minutes(5))) struct AddedFieldTests {
  @Test func `a text is an option, a line of the card and a row of the form`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      FieldCatalogue.add([
        PersonField("motto", text: TextKey(slot: 63), since: 60, property: "X-MOTTO", help: "Motto.")
      ])
      let book = TestBook()
      func run(_ words: String...) async throws {
        let invocation = try Program.parse(["peoplebook", "--book", book.path] + words)
        try await invocation.command?.run(invocation.arguments)
        await OpenBook.close()
      }
      try await run("add", "--first", "Ada", "--motto", "he/him")
      try await run("edit", "ada", "--motto", "she/her")
      let store = try Book.open(at: book.path)
      let ada = try store.person("ada", by: .exactName)
      #expect(PersonText.card(ada).contains("Motto   she/her\n"))
      #expect(AddCommand.help.contains("--motto TEXT") && EditCommand.help.contains("--motto TEXT"))

      let navigation = NavigationController(rootViewController: ViewController())
      let pilot = ApplicationPilot(root: navigation, isMotionEnabled: false)
      let viewModel = PersonFormViewModel(store: store, actions: ActionQueue(scheduler: pilot.scheduler), person: ada)
      navigation.push(PersonFormViewController(viewModel: viewModel, onSaved: { _ in }))
      try pilot.settle()
      #expect(pilot.screen.contains("Motto") && pilot.screen.contains("she/her"))
    }
  }

  private static let skills = PersonField(
    "skill", "Skills", TagsKind(path: \.skills), since: 60, column: "skill", key: "skills",
    option: .init("skill", value: "SKILL", "A skill."), card: .chips)

  @Test func `two fields of chips are two groups of the card`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      FieldCatalogue.add([Self.skills])
      var ada = Person()
      ada.firstName = "Ada"
      let card = PersonCardView()
      let window = Window(
        size: Size(width: 60, height: 9), frameClock: FrameClock(scheduler: ManualScheduler()))
      window.rootViewController = ViewController()
      card.frame = Rect(size: window.size)
      window.contentView.addSubview(card)
      @MainActor func lines() -> [String] {
        let surface = Surface(size: window.size)
        window.draw(into: surface)
        let lines = (0..<9).map { surface.line($0).drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
        return lines.map { String($0) }.filter { !$0.isEmpty }
      }
      ada.tags = ["friend"]
      card.card = PersonCard(ada, today: nil)
      #expect(lines() == ["Ada", "friend"])
      ada.skills = ["engines", "sums"]
      card.card = PersonCard(ada, today: nil)
      #expect(lines() == ["Ada", "Tags", "friend", "Skills", "engines  sums"])
    }
  }

  @Test func `a field of several words completes its own words`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      FieldCatalogue.add([Self.skills])
      let book = TestBook()
      let store = try Book.open(at: book.path)
      var ada = Person()
      ada.firstName = "Ada"
      ada.tags = ["friend"]
      ada.skills = ["engines", "sums"]
      _ = try await store.add(ada)
      @MainActor func suggestions(_ words: String...) throws -> [String] {
        try WordCompletions(for: ["peoplebook"] + words) { _ in store }.all.map(\.text)
      }
      #expect(try suggestions("add", "--skill", "") == ["engines", "sums"])
      #expect(try suggestions("edit", "ada", "--remove-skill=s") == ["--remove-skill=sums"])
      #expect(try suggestions("edit", "ada", "--tag", "") == ["friend"])
    }
  }
}

extension Person {
  /// The words of an added field, stored as one text.
  fileprivate var skills: [String] {
    get { self[TextKey(slot: 62)].split(separator: ",").map(String.init) }
    set { self[TextKey(slot: 62)] = newValue.joined(separator: ",") }
  }
}
