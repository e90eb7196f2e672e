import Bindery
import Reactive
import TUIKit
import Time

final class GuestListController: ViewController {
  private let name = CurrentValue<String, Never>("")
  private let guests = MutableObservableArray<String>([])
  private var bindings = BindingGroup()

  isolated deinit {}  // Publishers are freed on the main actor.

  override func loadView() -> View {
    let (field, table, stack) = (TextField(placeholder: "Who comes?"), TableView(), StackView(.vertical))
    stack.addArrangedSubview(field, sizing: .fixed(1))
    stack.addArrangedSubview(table, sizing: .fill)
    bindings = BindingGroup {
      field *= .subject(name).didReturn { [name, guests] in
        guests.append(name.value)
        name.value = ""
      }
      table *= TableViewSectionBinding.items(guests) { (cell: TableViewCell, guest) in cell.text = guest }
        .headerTitle(guests.currentValuePublisher.map { "\($0.count) guests" })
    }
    return stack
  }
}

@main struct GuestList {
  @MainActor static func main() throws {
    let scheduler = MainScheduler.shared
    Application(screen: try Terminal(scheduler: scheduler), scheduler: scheduler).run(root: GuestListController())
  }
}
