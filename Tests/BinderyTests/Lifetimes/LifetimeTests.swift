import Bindery
import FoundationEssentials
import Reactive
import ReactiveTesting
import TUIKit
import TUITesting
import Testing

/// A screen with every kind of binding is pushed, used and popped.
///
/// Afterwards all of it is freed.
@Suite @MainActor struct `A screen that is left` {
  final class Model {
    let text = CurrentValue<String, Never>("Ada")
    let flag = CurrentValue<Bool, Never>(true)
    let number = CurrentValue<Double, Never>(0.5)
    let marked = CurrentValue<Set<Int>, Never>([])
    let choice = CurrentValue<String, Never>("b")
    let items = MutableObservableArray((1...3).map { Item($0, "item \($0)") })
    let problem = CurrentValue<Refusal?, Never>(nil)
    let events = Subject<Void, Never>()
    let sections: CurrentValue<CollectionChange<[TableViewSectionBinding]>, Never> = CurrentValue(.initial([]))

    var subscribers: Int {
      text.subscriberCount + flag.subscriberCount + number.subscriberCount + marked.subscriberCount
        + choice.subscriberCount + items.subscriberCount + problem.subscriberCount + events.subscriberCount
        + sections.subscriberCount
    }
  }

  final class Screen: ViewController, TableViewDelegate, TextFieldDelegate {
    let model: Model
    let witness: LifetimeLedger.Witness
    var bindings = BindingGroup()
    private(set) var calls: [String] = []
    let (field, box, button) = (TextField(), Checkbox("on"), Button("go"))
    let (table, second, picker) = (TableView(), TableView(), Picker())

    init(_ model: Model, _ witness: LifetimeLedger.Witness) {
      self.model = model
      self.witness = witness
    }

    isolated deinit {}

    override func loadView() -> View {
      let stack = StackView(.vertical)
      for view in [field, box, button, picker] { stack.addArrangedSubview(view) }
      for table in [table, second] { stack.addArrangedSubview(table, sizing: .fill) }
      return stack
    }

    override func viewDidLoad() {
      bindings = BindingGroup.collecting {
        Binding(self, "title") { $0.title = $1 } *= model.text
        field *= TextFieldBinding().subject(model.text).didReturn(weakly(self, Screen.returned)).nextField(box)
          .default(self)
        field.errorBinding *= model.problem
        box.isOnBinding *= model.flag
        button *= ButtonBinding().isEnabled(model.flag).didPress(weakly(self, Screen.pressed)).didPress(model.events)
        button.eventBinding(.valueChanged) *= { [weak self] in self?.pressed() }
        (button.isHiddenBinding, box.isHiddenBinding) *= model.flag.map { !$0 }
        picker *= PickerBinding.items(["a", "b"]) { $0 }.value(model.choice).didSelectRow(weakly(self, Screen.chosen))
        table *=
          TableViewSectionBinding
          .items(model.items) { (cell: NameCell, item: Item) in cell.text = item.text }
          .headerTitle(model.text)
          .marked(model.marked)
          .didSelectRow(weakly(self, Screen.chosen))
          .rowAction("Go", action: weakly(self, Screen.chosen))
          .default(self)
        second *= TableViewBinding.sections(model.sections).didSelectRow { [weak self] in self?.chosen($0.row) }
          .default(self)
        model.events.sink { [weak self] in self?.pressed() }
        BindingGroup { button.roleBinding *= model.flag.map { $0 ? .accent : .danger } }
      }
    }

    private func returned() { calls.append("returned") }
    private func pressed() { calls.append("pressed") }
    private func chosen(_ row: Int) { calls.append("chosen \(row)") }
  }

  @Test func `is freed with all its bindings and methods`() throws {
    let ledger = LifetimeLedger()
    let model = Model()
    let navigation = NavigationController(rootViewController: ViewController())
    let pilot = ApplicationPilot(root: navigation, isMotionEnabled: false)
    weak var dead: Screen?
    func use() throws {
      let screen = Screen(model, ledger.witness())
      dead = screen
      navigation.push(screen)
      try pilot.settle()
      #expect(screen.title == "Ada")
      screen.field.becomeFirstResponder()
      try pilot.type("m")
      try pilot.press(.enter)
      screen.button.press()
      screen.table.chooseSelectedRow()
      screen.table.setMarked(true, forRowAt: IndexPath(row: 1, section: 0))
      model.items.append(Item(4, "item 4"))
      model.sections.value = .initial([.items(model.items) { (cell: NameCell, item: Item) in cell.text = item.text }])
      model.problem.value = Refusal()
      try pilot.settle()
      #expect(model.text.value == "Adam" && model.marked.value == [2])
      #expect(screen.calls.count { $0 == "returned" } == 1)
      #expect(screen.calls.contains("chosen 0"))
      #expect(screen.calls.count { $0 == "pressed" } == 2)
      #expect(model.subscribers > 10)
    }
    try use()
    navigation.pop()
    try pilot.settle()
    #expect(dead == nil)
    #expect(ledger.witnesses == 0)
    #expect(model.subscribers == 0)
  }
}
