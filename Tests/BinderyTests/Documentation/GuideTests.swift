import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing

// The snippets of the guide, compiled.

@MainActor
final class GreetingViewModel {
  let name = CurrentValue<String, Never>("")
  let friends = MutableObservableArray<String>()

  var greeting: some Publisher<String, Never> {
    name.map { $0.isEmpty ? "Who are you?" : "Hello, \($0)." }
  }
  var canAdd: some Publisher<Bool, Never> { name.map { !$0.isEmpty }.removeDuplicates() }

  isolated deinit {}

  func add() {
    friends.append(name.value)
    name.value = ""
  }
}

final class GreetingViewController: ViewController {
  private let viewModel: GreetingViewModel
  private let label = Label("")
  private let field = TextField()
  private let button = Button("Add")
  private let table = TableView()
  private var bindings = BindingGroup()

  init(viewModel: GreetingViewModel) {
    self.viewModel = viewModel
  }

  isolated deinit {}

  override func loadView() -> View {
    let stack = StackView(.vertical)
    for view in [label, field, button] as [View] { stack.addArrangedSubview(view) }
    stack.addArrangedSubview(table, sizing: .fill)
    return stack
  }

  override func viewDidLoad() {
    bindings = BindingGroup {
      label.textBinding *= viewModel.greeting
      field.textBinding *= viewModel.name
      button.isEnabledBinding *= viewModel.canAdd
      button.pressBinding *= viewModel.add
      table *=
        TableViewSectionBinding
        .items(viewModel.friends) { (cell: TableViewCell, friend) in cell.text = friend }
        .headerTitle("Friends")
        .didSelectRow(weakly(self, GreetingViewController.greet))
    }
  }

  private func greet(_ row: Int) {
    viewModel.name.value = viewModel.friends[row]
  }
}

extension PersonCard {
  var personBinding: Binding<PersonCard, Person> {
    Binding(self, "person") { card, person in
      card.nameLabel.text = person.name
      card.mailLabel.text = person.mail
    }
  }
}

extension Rating {
  var starsBinding: TwoWayBinding<Rating, Int> {
    TwoWayBinding(self, "stars", get: { $0.stars }, set: { $0.stars = $1 }) { rating, changed in
      let action = rating.addAction(for: .valueChanged, changed)
      return AnyCancellable { [weak action] in action?.remove() }
    }
  }
}

extension TableViewSectionBinding {
  /// Gives every second row another background.
  func striped() -> Self {
    answering(\.willDisplay) { next in
      { cell, indexPath in
        cell.backgroundRole = indexPath.row.isMultiple(of: 2) ? nil : .surface
        next?(cell, indexPath)
      }
    }
  }
}

@MainActor
struct DoorAnswers {
  var mayEnter: ((String) -> Bool)?
  var didEnter: ((String) -> Void)?
}

struct DoorBinding: ComposableDelegate {
  var answers = DoorAnswers()

  func only(_ names: String...) -> Self {
    answering(\.mayEnter) { next in { names.contains($0) && next?($0) ?? true } }
  }

  func didEnter(_ action: @escaping (String) -> Void) -> Self {
    answering(\.didEnter, action)
  }
}

struct Person {
  var name: String
  var mail: String
}

final class PersonCard: View {
  let nameLabel = Label("")
  let mailLabel = Label("")
}

final class Rating: Control {
  var stars = 0

  func rate(_ stars: Int) {
    self.stars = stars
    sendActions(for: .valueChanged)
  }
}

@Suite @MainActor struct `The guide` {
  @Test func `binds a screen from nothing`() {
    let viewModel = GreetingViewModel()
    weak var dead: GreetingViewController?
    do {
      let controller = GreetingViewController(viewModel: viewModel)
      dead = controller
      let views = controller.view.subviews
      let table = views[3] as? TableView
      viewModel.name.value = "Ada"
      #expect((views[0] as? Label)?.text == "Hello, Ada.")
      (views[2] as? Button)?.press()
      #expect((views[1] as? TextField)?.text == "")
      #expect((views[2] as? Button)?.isEnabled == false)
      #expect(table?.numberOfRows == 1)
      table?.chooseSelectedRow()
      #expect(viewModel.name.value == "Ada")
    }
    #expect(dead == nil)
    #expect(viewModel.name.subscriberCount == 0)
    #expect(viewModel.friends.subscriberCount == 0)
  }

  @Test func `writes custom bindings`() {
    let card = PersonCard()
    let rating = Rating()
    let stars = CurrentValue<Int, Never>(3)
    let group = BindingGroup {
      card.personBinding *= Just(Person(name: "Ada", mail: "ada@example.org"))
      rating.starsBinding *= stars
    }
    #expect(card.nameLabel.text == "Ada" && card.mailLabel.text == "ada@example.org")
    rating.rate(5)
    #expect(stars.value == 5)
    stars.value = 1
    #expect(rating.stars == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `writes custom links and delegates`() {
    let stage = BoundTableStage()
    let group = BindingGroup {
      stage.table *= TableViewSectionBinding.items(["a", "b"]) { (cell: NameCell, text) in cell.text = text }.striped()
    }
    _ = stage.lines
    #expect(stage.table.cellForRow(at: IndexPath(row: 1, section: 0))?.backgroundRole == .surface)
    var entered: [String] = []
    let door = DoorBinding().only("Ada", "Grace").only("Grace", "Hedy").didEnter { entered.append($0) }
    for name in ["Ada", "Grace", "Hedy"] where door.answers.mayEnter?(name) ?? true { door.answers.didEnter?(name) }
    #expect(entered == ["Grace"])
    withExtendedLifetime(group) {}
  }

  @Test func `translates from UIKit and Combine`() {
    let viewModel = GreetingViewModel()
    let label = Label("")
    var tokens: Set<AnyCancellable> = []
    viewModel.greeting
      .sink { [weak label] in label?.text = $0 }
      .store(in: &tokens)
    let bindings = BindingGroup {
      label.textBinding *= viewModel.greeting
    }
    viewModel.name.value = "Ada"
    #expect(label.text == "Hello, Ada.")
    withExtendedLifetime((bindings, tokens)) {}
  }
}
