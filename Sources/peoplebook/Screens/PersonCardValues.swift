import Bindery
import PeoplebookCore
import Reactive
import Scenes

/// The values of a card as a scene shows them: texts, and lists with an item for each value that can be selected.
///
/// A scene file declares which of them it shows:
///
/// - the texts `name` and `position`, and the number `labelWidth`, which has room for the longest label;
/// - the lists `positions`, `fields`, `chips` and `notes`, with items of the view model `Field`;
/// - `hasFields` and `hasNotes`.
///
/// A `Field` has a `label` and a `value`; `isSelected`, or a `mark` and a `background` for the selected item;
/// `showsLabel`, where the label distinguishes two values that look alike; and a trigger `changed`.
@MainActor
final class PersonCardValues {
  /// A value in a list of the scene.
  struct Item {
    let line: PersonCard.Line
    /// The text that `y` copies: for tags that of the form, since the scene separates them by blanks.
    let copy: String
    let instance: ViewModelInstance
    /// Whether it has a label and a line of its own, which the position and the tags have not.
    let isDetail: Bool
  }

  /// The card; `nil` shows nothing.
  let card = CurrentValue<PersonCard?, Never>(nil)
  /// The values that the scene can show and the user can select, in reading order.
  var items: [Item] { lists.flatMap(\.items) }

  private var lists: [ItemList] = []
  private var selected: ViewModelInstance?

  init() {}

  isolated deinit {}

  /// Binds a scene, instead of the former one.
  ///
  /// Call it inside the block of a binding group.
  func bind(_ values: SceneValues) {
    values.bind("name", to: card.map { $0?.name ?? "" })
    values.bind("position", to: card.map { $0?.position ?? "" })
    values.bind("labelWidth", to: card.map(Self.labelWidth))
    values.bind("hasFields", to: card.map { $0?.lines.isEmpty == false })
    values.bind("hasNotes", to: card.map { !Self.groups(.text, of: $0).isEmpty })
    values.offer(Self.fieldTypes, of: "Field")
    lists = ItemList.Name.allCases.compactMap { ItemList($0, of: values) }
    BindingGroup.add(card.sink { [weak self] in self?.update($0) })
  }

  private func update(_ card: PersonCard?) {
    for list in lists { list.show(Self.entries(list.name, of: card), of: card) }
  }

  /// Shows an item as the selected one; `nil` shows none.
  func select(_ item: Item?) {
    guard item?.instance !== selected else { return }
    for list in lists { list.mark(selected, item?.instance) }
    selected = item?.instance
  }

  private static let fieldTypes: [String: DataType] = [
    "label": .string, "value": .string, "showsLabel": .boolean, "changed": .trigger, "isSelected": .boolean,
    "mark": .string, "background": .color,
  ]

  private static let labelWidths = 14...23

  private static func labelWidth(of card: PersonCard?) -> Double {
    let widest = card?.lines.map(\.label.displayWidth).max() ?? 0
    return Double(min(max(widest + 1, labelWidths.lowerBound), labelWidths.upperBound))
  }

  private static func entries(_ list: ItemList.Name, of card: PersonCard?) -> [ItemList.Entry] {
    guard let card else { return [] }
    switch list {
    case .positions:
      return card.position.isEmpty ? [] : [ItemList.Entry(PersonCard.Line(label: "Position", value: card.position))]
    case .fields: return card.lines.map { ItemList.Entry($0) }
    case .chips: return groups(.chips, of: card)
    case .notes: return groups(.text, of: card)
    }
  }

  private static func groups(_ place: PersonField.CardPlace, of card: PersonCard?) -> [ItemList.Entry] {
    let groups = card?.groups.filter { $0.place == place } ?? []
    return groups.map { group in
      let value = group.values.joined(separator: place == .text ? "\n\n" : "  ")
      return ItemList.Entry(
        PersonCard.Line(label: group.label, value: value), copy: place == .chips ? group.text : value,
        showsLabel: groups.count > 1)
    }
  }

  /// One of the lists of a scene.
  @MainActor
  private final class ItemList {
    enum Name: String, CaseIterable { case positions, fields, chips, notes }

    /// A value, the text that `y` copies, and whether its label is shown although it is not in a column of labels.
    struct Entry: Equatable {
      let line: PersonCard.Line
      let copy: String
      let showsLabel: Bool

      init(_ line: PersonCard.Line, copy: String? = nil, showsLabel: Bool = false) {
        self.line = line
        self.copy = copy ?? line.value
        self.showsLabel = showsLabel
      }
    }

    let name: Name
    private let file: File
    private let rows = MutableObservableArray<ViewModelInstance>()
    private var shown: [(entry: Entry, item: SceneItem)] = []
    private var person: String?

    /// Binds a list; `nil` when the scene does not declare it.
    init?(_ name: Name, of values: SceneValues) {
      self.name = name
      file = values.file
      guard values.makeItem("Field") != nil, values.bind(name.rawValue, to: rows) else { return nil }
    }

    isolated deinit {}

    var items: [Item] {
      shown.filter { !$0.entry.line.isRemark }
        .map {
          Item(line: $0.entry.line, copy: $0.entry.copy, instance: $0.item.instance, isDetail: name == .fields)
        }
    }

    /// Shows some values; an item stays where its place has another value now.
    func show(_ entries: [Entry], of card: PersonCard?) {
      let isSamePerson = person == card?.name
      person = card?.name
      var items: [(entry: Entry, item: SceneItem)] = []
      for (index, entry) in entries.enumerated() {
        let former = shown.indices.contains(index) ? shown[index] : nil
        guard let item = former?.item ?? makeItem() else { return }
        if former?.entry != entry {
          item.set("label", to: entry.line.label)
          item.set("value", to: entry.line.value)
          item.set("showsLabel", to: entry.showsLabel)
          if isSamePerson, former?.entry.line.label == entry.line.label { item.fire("changed") }
        }
        items.append((entry, item))
      }
      shown = items
      rows.items = ChunkedArray(items.map(\.item.instance))
    }

    private func makeItem() -> SceneItem? {
      guard let instance = try? file.createViewModelInstance(from: .blank(from: .name("Field"))) else { return nil }
      let item = SceneItem(instance, of: file)
      Self.setSelected(false, item)
      return item
    }

    func mark(_ former: ViewModelInstance?, _ new: ViewModelInstance?) {
      for (_, item) in shown {
        if item.instance === former { Self.setSelected(false, item) }
        if item.instance === new { Self.setSelected(true, item) }
      }
    }

    private static func setSelected(_ isSelected: Bool, _ item: SceneItem) {
      item.set("isSelected", to: isSelected)
      item.set("mark", to: isSelected ? "▌" : "")
      item.set("background", to: isSelected ? Color(role: .selection) : .clear)
    }
  }
}
