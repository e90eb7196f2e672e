import PeoplebookCore
import TUIKit
import TUITesting
import Testing

@testable import peoplebook

/// A text that is added to the catalogue of fields, in a process of its own.
@Suite struct AddedFieldTests {
  @Test func `a text is an option, a line of the card and a row of the form`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      FieldCatalogue.add([
        PersonField("pronouns", text: TextKey(slot: 63), since: 60, property: "X-PRONOUNS", help: "Pronouns.")
      ])
      let book = TestBook()
      func run(_ words: String...) async throws {
        let invocation = try Program.parse(["peoplebook", "--book", book.path] + words)
        try await invocation.command?.run(invocation.arguments)
        await OpenBook.close()
      }
      try await run("add", "--first", "Ada", "--pronouns", "he/him")
      try await run("edit", "ada", "--pronouns", "she/her")
      let store = try Book.open(at: book.path)
      let ada = try store.person("ada")
      #expect(PersonText.card(ada).contains("Pronouns   she/her\n"))
      #expect(AddCommand.help.contains("--pronouns TEXT") && EditCommand.help.contains("--pronouns TEXT"))

      let navigation = NavigationController(rootViewController: ViewController())
      let pilot = ApplicationPilot(root: navigation, isMotionEnabled: false)
      let viewModel = PersonFormViewModel(store: store, actions: ActionQueue(scheduler: pilot.scheduler), person: ada)
      navigation.push(PersonFormViewController(viewModel: viewModel, onSaved: { _ in }))
      try pilot.settle()
      #expect(pilot.screen.contains("Pronouns") && pilot.screen.contains("she/her"))
    }
  }
}
