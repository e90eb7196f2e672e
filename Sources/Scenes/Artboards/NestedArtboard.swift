/// The artboard inside a component of type `artboard`.
@MainActor
final class NestedArtboard: NestedContent {
  unowned let element: Element
  private unowned let host: Artboard
  private(set) var machine: StateMachine?
  private var shownReference: (any ArtboardReference)?
  private weak var shownInstance: ViewModelInstance?
  private var needsBinding = true
  /// The instance of a stateful artboard; it stays as long as the artboard is shown.
  private var ownInstance: ViewModelInstance?
  private var inputs: [PropertyCopy] = []
  private var outputs: [PropertyCopy] = []

  init(_ element: Element, in host: Artboard) {
    self.element = element
    self.host = host
  }

  func contextDidChange() { needsBinding = true }

  func synchronize() -> Bool {
    var reference: (any ArtboardReference)?
    if case .artboard(let present) = element.value(.artboard) { reference = present }
    var instance: ViewModelInstance?
    if case .instance(let present) = element.value(.context) { instance = present }
    let isOther = reference !== shownReference
    guard isOther || needsBinding || instance !== shownInstance else { return copy(inputs) }
    if isOther { show(reference) }
    needsBinding = false
    shownInstance = instance
    guard let machine else { return isOther }
    connectOwnInstance(around: machine.artboard)
    machine.bind(in: context(of: instance, for: machine.artboard))
    return true
  }

  private func copy(_ properties: [PropertyCopy]) -> Bool {
    var hasWorked = false
    for property in properties where property.apply() { hasWorked = true }
    return hasWorked
  }

  private func show(_ reference: (any ArtboardReference)?) {
    shownReference = reference
    ownInstance = nil
    if let former = machine?.artboard, former.host === host { former.host = nil }
    machine = nil
    element.tree.setNeedsLayout()
    guard host.hasRoomInside else { return }
    var artboard = reference as? Artboard
    if let definition = reference as? ArtboardDefinition { artboard = Artboard(definition, of: host.file, in: host) }
    // An artboard of the program may contain the one that would show it.
    guard let artboard, !host.isInside(artboard) else { return }
    artboard.host = host
    let name = element.definition.machine.flatMap { artboard.definition.machines[$0]?.name }
    machine = try? artboard.createStateMachine(name)
    artboard.onContentLayout = { [weak self] in self?.element.tree.setNeedsLayout() }
    machine?.onNeedsAdvance = { [weak self] in self?.host.request.make() }
    machine?.onEvent = { [weak self] in self?.receive($0) }
  }

  /// Creates the instance of a stateful artboard, and connects its inputs and outputs with the host's instances.
  private func connectOwnInstance(around artboard: Artboard) {
    (inputs, outputs) = ([], [])
    let definition = element.definition
    guard definition.isStateful, let model = artboard.definition.viewModel else { return }
    let isNew = ownInstance == nil
    let own = ownInstance ?? artboard.file.defaultInstance(of: model)
    ownInstance = own
    let inner = DataContext(own)
    for (property, value) in definition.inputs where isAllowed(property, .input, in: inner, of: artboard) {
      switch value {
      case .bound(let source): inputs.append(link(source, in: host.context, to: property, in: inner))
      case .constant(let constant):
        guard isNew, let (root, path) = inner.find(property), let (instance, index) = path.resolve(from: root)
        else { continue }
        instance.write(constant, at: index)
      }
    }
    for (property, target) in definition.outputs where isAllowed(property, .output, in: inner, of: artboard) {
      outputs.append(link(property, in: inner, to: target, in: host.context))
    }
    _ = copy(inputs)
  }

  /// Whether a property is for a use; the file says it where it names the artboard, else a refusal is reported.
  private func isAllowed(
    _ property: SourceReference, _ use: PropertyUse, in context: DataContext, of artboard: Artboard
  ) -> Bool {
    guard let refusal = context.find(property)?.path.property.refusal(of: use) else { return true }
    artboard.file.changes.report(refusal)
    return false
  }

  private func link(
    _ source: SourceReference, in context: DataContext?, to target: SourceReference, in other: DataContext?
  ) -> PropertyCopy {
    let copy = PropertyCopy { [weak self] in self?.host.request.make() }
    copy.attach(source, in: context, to: target, in: other)
    return copy
  }

  /// The instance that the component is bound to, before those of the host; a stateful one has an instance of its own.
  private func context(of instance: ViewModelInstance?, for artboard: Artboard) -> DataContext? {
    let instance = ownInstance ?? instance
    guard instance != nil || host.context != nil else { return nil }
    return DataContext(instance, parent: host.context, globals: artboard.file.globals)
  }

  func measure(in room: CellSize) -> CellSize {
    machine?.artboard.tree.root.map { LayoutEngine.measure($0, in: room) } ?? CellSize(width: 0, height: 0)
  }

  func place(in frame: CellRect) {
    machine?.artboard.setHostSize(CellSize(width: frame.width, height: frame.height))
  }

  func beginLayout() {}
  func endLayout() {}

  func update() -> Bool {
    let hasWorked = machine?.updateFromHost() ?? false
    return copy(outputs) || hasWorked
  }

  func advance(by seconds: Double) { machine?.advanceFromHost(by: seconds) }

  var keepsGoing: Bool {
    machine?.keepsGoing ?? false || inputs.contains(where: \.isDirty) || outputs.contains(where: \.isDirty)
  }

  private func receive(_ event: String) { host.onNestedEvent(event, element.index) }

  var visibleArtboards: [(machine: StateMachine, frame: CellRect)] {
    guard let machine, !element.isCollapsed else { return [] }
    return [(machine, element.frame)]
  }

  var paintedArtboards: [(index: Int, machine: StateMachine, frame: CellRect)] {
    machine.map { [(0, $0, element.frame)] } ?? []
  }
}
