import Reactive

/// The rows of a component of type `list`: an artboard for each visible item, made when the item becomes visible.
@MainActor
final class ListContent: NestedContent {
  /// An item that is visible.
  @MainActor
  final class Row {
    let instance: ViewModelInstance
    let machine: StateMachine?
    var frame = CellRect.zero

    init(_ instance: ViewModelInstance, _ machine: StateMachine?) {
      self.instance = instance
      self.machine = machine
    }
  }

  unowned let element: Element
  private unowned let host: Artboard
  /// The visible rows, by the index of their item.
  private(set) var rows: [Int: Row] = [:]
  /// Rows that were visible, for items that may have moved.
  private var spare: [ObjectIdentifier: [Row]] = [:]

  init(_ element: Element, in host: Artboard) {
    self.element = element
    self.host = host
  }

  /// The items; none when the component is not bound to a list.
  var items: ChunkedArray<ViewModelInstance> {
    if case .list(let list) = element.value(.items) { list.items } else { [] }
  }

  func contextDidChange() {
    for row in rows.values { bind(row) }
  }

  private func bind(_ row: Row) {
    row.machine?.bind(in: DataContext(row.instance, parent: host.context, globals: host.file.globals))
  }

  // MARK: Rows

  /// Begins a layout: the rows that it does not ask for again are released at its end.
  func beginLayout() {
    spare = [:]
    for row in rows.values {
      row.frame = .zero
      spare[ObjectIdentifier(row.instance), default: []].append(row)
    }
    rows = [:]
  }

  func endLayout() { spare = [:] }

  /// The row of the item at an index.
  func row(at index: Int, _ instance: ViewModelInstance) -> Row {
    let key = ObjectIdentifier(instance)
    let row: Row
    if let reused = spare[key]?.popLast() {
      row = reused
    } else {
      row = makeRow(for: instance)
    }
    rows[index] = row
    return row
  }

  private func makeRow(for instance: ViewModelInstance) -> Row {
    guard host.hasRoomInside, let definition = artboard(for: instance.viewModel) else { return Row(instance, nil) }
    let artboard = Artboard(definition, of: host.file, in: host)
    let machine = try? artboard.createStateMachine()
    machine?.onNeedsAdvance = { [weak self] in self?.host.request.make() }
    machine?.onEvent = { [weak self] in self?.receive($0) }
    let row = Row(instance, machine)
    bind(row)
    machine?.advanceFromHost(by: 0)
    _ = machine?.updateFromHost()
    artboard.onContentLayout = { [weak self] in self?.element.tree.setNeedsLayout() }
    return row
  }

  /// The artboard that the file maps to the view model, else the first artboard of that view model.
  private func artboard(for model: ViewModel) -> ArtboardDefinition? {
    if let mapped = element.definition.map.first(where: { $0.model === model }) {
      return host.file.artboards[mapped.artboard]
    }
    return host.file.artboards.first { $0.viewModel === model }
  }

  // MARK: Content

  /// Writes the indices of the items, whether they are visible or not.
  func synchronize() -> Bool {
    if case .list(let list) = element.value(.items) { list.writeIndices() }
    return false
  }

  func update() -> Bool {
    var hasWorked = false
    for row in rows.values where row.machine?.updateFromHost() ?? false { hasWorked = true }
    return hasWorked
  }

  func advance(by seconds: Double) {
    for row in rows.values { row.machine?.advanceFromHost(by: seconds) }
  }

  var keepsGoing: Bool { rows.values.contains { $0.machine?.keepsGoing ?? false } }

  private func receive(_ event: String) { host.onNestedEvent(event, element.index) }

  var visibleArtboards: [(machine: StateMachine, frame: CellRect)] {
    guard !element.isCollapsed else { return [] }
    return paintedArtboards.map { ($0.machine, $0.frame) }
  }

  var paintedArtboards: [(index: Int, machine: StateMachine, frame: CellRect)] {
    rows.sorted { $0.key < $1.key }.compactMap { index, row in row.machine.map { (index, $0, row.frame) } }
  }
}
