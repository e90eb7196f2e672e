import Bindery
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct `A bound picker` {
  struct NamedColor: Hashable, @MainActor PickerElement {
    let name: String
    @MainActor var pickerTitle: StyledText { StyledText(name, attributes: .bold) }
  }

  final class NameRow: PickerRowView, @MainActor BindableView {
    var text = ""
    func bind(to named: Named) { text = named.name }
  }

  struct Named: Hashable, @MainActor BindableViewModelItem {
    typealias View = NameRow
    let name: String
  }

  enum Gender: String, CaseIterable, @MainActor PickerElement {
    case undisclosed, female, male
    var pickerTitle: String { rawValue }
  }

  let picker = Picker()
  let names = MutableObservableArray(["Ada", "Grace", "Hedy"])

  private func title(_ row: Int, _ component: Int = 0) -> String? {
    picker.delegate?.picker(picker, titleForRow: row, forComponent: component).plain
  }

  private func titles(_ bind: () -> Void) -> [String] {
    let group = BindingGroup(bind)
    defer { withExtendedLifetime(group) {} }
    return (0..<picker.numberOfRows(inComponent: 0)).compactMap { title($0) }
  }

  @Test func `has items in every form`() {
    let plain = ["Ada", "Grace", "Hedy"]
    #expect(titles { picker *= PickerBinding.items(names) { $0 } } == plain)
    #expect(titles { picker *= PickerBinding.items(names.changesetPublisher) { $0 } } == plain)
    #expect(titles { picker *= PickerBinding.items(plain) { "\($0)!" } } == plain.map { $0 + "!" })
    let genders = Gender.allCases
    #expect(titles { picker *= PickerBinding.items(genders) } == genders.map(\.rawValue))
    let array = MutableObservableArray(genders)
    #expect(titles { picker *= PickerBinding.items(array) } == genders.map(\.rawValue))
    #expect(titles { picker *= PickerBinding.items(array.changesetPublisher) } == genders.map(\.rawValue))
  }

  @Test func `has styled titles in every form`() {
    let styled: (String) -> StyledText = { StyledText($0, role: .accent) }
    func titles(_ bind: () -> Void) -> [StyledText] {
      let group = BindingGroup(bind)
      defer { withExtendedLifetime(group) {} }
      return (0..<picker.numberOfRows(inComponent: 0)).compactMap {
        picker.delegate?.picker(picker, titleForRow: $0, forComponent: 0)
      }
    }
    let expected = ["Ada", "Grace", "Hedy"].map(styled)
    #expect(titles { picker *= PickerBinding.items(names, styledTitle: styled) } == expected)
    #expect(titles { picker *= PickerBinding.items(names.changesetPublisher, styledTitle: styled) } == expected)
    #expect(titles { picker *= PickerBinding.items(Array(names.items), styledTitle: styled) } == expected)
    let colors = [NamedColor(name: "red"), NamedColor(name: "green")]
    let array = MutableObservableArray(colors)
    let own = colors.map { $0.pickerTitle }
    #expect(titles { picker *= PickerBinding.items(colors) } == own)
    #expect(titles { picker *= PickerBinding.items(array) } == own)
    #expect(titles { picker *= PickerBinding.items(array.changesetPublisher) } == own)
  }

  @Test func `has row views in every form`() {
    let plain = ["Ada", "Grace", "Hedy"]
    let set: ConfigurePickerRow<NameRow, String> = { $0.text = $1 }
    #expect(views { picker *= PickerBinding.items(names, configure: set) } == plain)
    #expect(views { picker *= PickerBinding.items(names.changesetPublisher, configure: set) } == plain)
    #expect(views { picker *= PickerBinding.items(plain, configure: set) } == plain)
    let people = plain.map { Named(name: $0) }
    let array = MutableObservableArray(people)
    #expect(views { picker *= PickerBinding.items(people) } == plain)
    #expect(views { picker *= PickerBinding.items(array) } == plain)
    #expect(views { picker *= PickerBinding.items(array.changesetPublisher) } == plain)
  }

  private func views(_ bind: () -> Void) -> [String] {
    let group = BindingGroup(bind)
    defer { withExtendedLifetime(group) {} }
    var reused: PickerRowView?
    return (0..<picker.numberOfRows(inComponent: 0)).compactMap { row in
      reused = picker.delegate?.picker(picker, viewForRow: row, forComponent: 0, reusing: reused)
      return (reused as? NameRow)?.text
    }
  }

  @Test func `ends an earlier binding, and its own with another delegate`() {
    final class Other: PickerDelegate {}
    let other = Other()
    let more = MutableObservableArray(["x"])
    let group = BindingGroup {
      picker *= PickerBinding.items(names) { $0 }
      picker *= PickerBinding.items(more) { $0 }
    }
    #expect(names.subscriberCount == 0 && picker.numberOfRows(inComponent: 0) == 1)
    picker.delegate = other
    group.clear()
    #expect(picker.dataSource == nil && picker.delegate === other)
    #expect(more.subscriberCount == 0 && picker.attachments["components"] == nil)
  }

  @Test func `has a value, both ways, that survives other items`() {
    let name = CurrentValue<String, Never>("Grace")
    var sent: [String] = []
    let log = name.sink { sent.append($0) }
    let group = BindingGroup { picker *= PickerBinding.items(names) { $0 }.value(name) }
    #expect(picker.selectedRow(inComponent: 0) == 1)
    names.insert("Barbara", at: 0)
    #expect(picker.selectedRow(inComponent: 0) == 2)
    _ = picker.keyPressed(KeyEvent(.down))
    #expect(name.value == "Hedy")
    name.value = "Ida"
    #expect(picker.selectedRow(inComponent: 0) == 3)
    names.append("Ida")
    #expect(picker.selectedRow(inComponent: 0) == 4)
    #expect(sent == ["Grace", "Hedy", "Ida"])
    withExtendedLifetime((group, log)) {}
  }

  @Test func `may have no value, or a row number`() {
    let name = CurrentValue<String?, Never>(nil)
    let row = CurrentValue<Int, Never>(2)
    var chosen: [Int] = []
    let group = BindingGroup {
      picker *= PickerBinding.items(names) { $0 }.value(name).row(row)
        .didSelectRow { chosen.append($0) }.didSelectRow { chosen.append($0 * 10) }
    }
    #expect(picker.selectedRow(inComponent: 0) == 2)
    _ = picker.keyPressed(KeyEvent(.up))
    #expect(name.value == "Grace" && row.value == 1)
    #expect(chosen == [10, 1])
    row.value = 99
    #expect(picker.selectedRow(inComponent: 0) == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `may have several components`() {
    let day = CurrentValue<Int, Never>(17)
    let month = CurrentValue<String, Never>("March")
    let group = BindingGroup {
      picker *= [
        PickerBinding.items(Array(1...31)) { "\($0)" }.value(day),
        PickerBinding.items(["January", "February", "March"]) { $0 }.value(month),
      ]
    }
    #expect(picker.numberOfComponents == 2)
    #expect([picker.selectedRow(inComponent: 0), picker.selectedRow(inComponent: 1)] == [16, 2])
    #expect(title(2, 1) == "March")
    withExtendedLifetime(group) {}
  }

  @Test func `keeps its items when the source fails`() {
    let changes = CurrentValue<CollectionChange<[String]>, Never>(.initial(["Ada"]))
    var heard: [String] = []
    let group = BindingGroup(onFailure: { heard.append($0.binding) }) {
      picker *= PickerBinding.items(changes) { $0 }
    }
    changes.value = .failure(Refusal())
    #expect(heard == ["Picker.components"])
    #expect(picker.numberOfRows(inComponent: 0) == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `ends with its group or with the picker`() {
    let name = CurrentValue<String, Never>("Ada")
    let group = BindingGroup { picker *= PickerBinding.items(names) { $0 }.value(name) }
    group.clear()
    #expect(picker.dataSource == nil && picker.delegate == nil)
    #expect(names.subscriberCount == 0 && name.subscriberCount == 0)
    weak var dead: Picker?
    do {
      let picker = Picker()
      dead = picker
      group.capture { picker *= PickerBinding.items(names) { $0 }.value(name) }
      #expect(names.subscriberCount == 1)
    }
    #expect(dead == nil)
    #expect(names.subscriberCount == 0 && name.subscriberCount == 0)
  }

  @Test func `has views only where rows have no titles, and the reverse`() {
    let set: ConfigurePickerRow<NameRow, String> = { $0.text = $1 }
    let group = BindingGroup { picker *= PickerBinding.items(names, configure: set) }
    #expect(title(0) == "")
    group.capture { picker *= PickerBinding.items(names) { $0 } }
    #expect(picker.delegate?.picker(picker, viewForRow: 0, forComponent: 0, reusing: nil) == nil)
    withExtendedLifetime(group) {}
  }

  @Test func `uses a row view again only for the same type`() {
    struct Person: Hashable, @MainActor BindableViewModelItem {
      let name: String
      @MainActor static func bindableViewType(for item: Self) -> PersonRow.Type {
        item.name == "Ada" ? BoldPersonRow.self : PersonRow.self
      }
      class PersonRow: PickerRowView, @MainActor BindableView {
        var text = ""
        func bind(to person: Person) { text = person.name }
      }
      final class BoldPersonRow: PersonRow {}
    }
    let people = ["Ada", "Grace", "Hedy"].map { Person(name: $0) }
    let group = BindingGroup { picker *= PickerBinding.items(people) }
    func view(_ row: Int, _ reused: PickerRowView?) -> PickerRowView? {
      picker.delegate?.picker(picker, viewForRow: row, forComponent: 0, reusing: reused)
    }
    let (bold, plain) = (view(0, nil), view(1, nil))
    #expect(bold is Person.BoldPersonRow && !(plain is Person.BoldPersonRow))
    #expect(view(2, plain) === plain && view(2, bold) !== bold && view(0, plain) !== plain)
    #expect((plain as? Person.PersonRow)?.text == "Hedy")
    withExtendedLifetime(group) {}
  }

  @Test func `sends nothing when the chosen item is chosen again`() {
    let (name, row) = (CurrentValue<String, Never>("ada"), CurrentValue<Int, Never>(0))
    let maybe = CurrentValue<String?, Never>("Ada")
    var sent: [String] = []
    let tokens = [
      name.sink { sent.append($0) }, row.sink { sent.append("\($0)") }, maybe.sink { sent.append($0 ?? "none") },
    ]
    let group = BindingGroup {
      picker *= PickerBinding.items(names) { $0 }.value(name) { $0.lowercased() == $1.lowercased() }.row(row).value(
        maybe)
    }
    picker.delegate?.picker(picker, didSelectRow: 0, inComponent: 0)
    #expect(sent == ["ada", "0", "Ada"])
    picker.delegate?.picker(picker, didSelectRow: 1, inComponent: 0)
    #expect(sent == ["ada", "0", "Ada", "Grace", "1", "Grace"])
    withExtendedLifetime((group, tokens)) {}
  }

  @Test func `chooses a row as soon as it exists`() {
    let row = CurrentValue<Int, Never>(3)
    let group = BindingGroup { picker *= PickerBinding.items(names) { $0 }.row(row) }
    #expect(picker.selectedRow(inComponent: 0) == 0)
    names.append("Ida")
    #expect(picker.selectedRow(inComponent: 0) == 3)
    row.value = 0
    #expect(picker.selectedRow(inComponent: 0) == 0)
    row.value = -1
    #expect(picker.selectedRow(inComponent: 0) == 0)
    withExtendedLifetime(group) {}
  }

  @Test func `changes one component when its items change`() {
    let days = MutableObservableArray(["1", "2"])
    let group = BindingGroup {
      picker *= [PickerBinding.items(names) { $0 }, PickerBinding.items(days) { $0 }.row(CurrentValue(2))]
    }
    days.append("3")
    #expect([0, 1].map(picker.numberOfRows(inComponent:)) == [3, 3])
    #expect([0, 1].map(picker.selectedRow(inComponent:)) == [0, 2])
    withExtendedLifetime(group) {}
  }
}
