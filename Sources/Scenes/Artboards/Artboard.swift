/// An artboard at work: its components with their current values, and the instances that they are bound to.
///
/// Each call of ``File/createArtboard(_:)`` makes one that is independent of the others.
@MainActor
public final class Artboard: ArtboardReference {
  let definition: ArtboardDefinition
  let file: FileContent
  let tree: ElementTree
  let queue = BindQueue()
  private var binds: [Bind] = []
  /// The nested artboards and lists, in the order of the file.
  @exclusivity(unchecked) private(set) var contents: [any NestedContent] = []
  private(set) var context: DataContext?
  let population: ArtboardPopulation
  /// The artboard that shows this one.
  weak var host: Artboard?
  /// The columns and lines that the host gives the artboard; `nil` for its own size.
  @exclusivity(unchecked) private(set) var hostSize: CellSize?
  @exclusivity(unchecked) private(set) var isOtherHostSize = false
  /// Called when the content may have another size, so that an artboard around this one is laid out too.
  var onContentLayout: () -> Void = {}
  /// Requests an advance of the state machine when something changes that it has to show.
  var request = AdvanceRequest() {
    didSet { followChanges() }
  }
  /// Called with the events of nested artboards, and the component that shows them.
  var onNestedEvent: (_ event: String, _ element: Int) -> Void = { _, _ in }

  init(_ definition: ArtboardDefinition, of file: FileContent, in host: Artboard? = nil) {
    population = host?.population ?? ArtboardPopulation()
    population.count += 1
    self.definition = definition
    self.file = file
    self.host = host
    tree = ElementTree(definition.elements)
    binds = definition.binds.map { Bind($0, tree.elements[$0.element], queue) }
    for element in tree.elements {
      switch element.kind {
      case .artboard: addContent(NestedArtboard(element, in: self), to: element)
      case .list: addContent(ListContent(element, in: self), to: element)
      case .sparkline: element.content = SparklineLinks(element)
      default: break
      }
    }
    followChanges()
    tree.onVisibilityChange = { [unowned self] in queue.visibilityDidChange() }
  }

  isolated deinit {
    population.count -= 1
  }

  private func followChanges() {
    tree.onChange = { [request] in request.make() }
    queue.onChange = { [request] in request.make() }
  }

  private func addContent(_ content: any NestedContent, to element: Element) {
    element.content = content
    contents.append(content)
  }

  /// This artboard and those that it is nested in, from the inside out.
  private var hosts: [Artboard] { Array(sequence(first: self, next: \.host).prefix(FileContent.levelLimit + 1)) }

  /// Whether another artboard can be shown inside of this one.
  var hasRoomInside: Bool { !population.isFull && hosts.count <= FileContent.levelLimit }

  /// Whether this artboard is another one, or nested in it.
  func isInside(_ other: Artboard) -> Bool { hosts.contains(other) }

  /// The name of the artboard.
  public var name: String { definition.name }

  /// The names of the state machines, in the order of the file.
  ///
  /// - Complexity: O(*n*), where *n* is the number of state machines.
  public func getStateMachineNames() -> [String] { definition.machines.map(\.name) }

  /// Creates a state machine.
  ///
  /// - Parameter name: The name; without one, the artboard's default state machine, which is the first unless the file
  ///   names another. An artboard without state machines has one without layers, which shows the bound values.
  /// - Throws: ``ArtboardError/invalidStateMachine(_:)`` for an unknown name.
  public func createStateMachine(_ name: String? = nil) throws(ArtboardError) -> StateMachine {
    let wanted = name ?? definition.defaultMachine
    guard let wanted else {
      return StateMachine(definition.machines.first ?? MachineDefinition(""), of: self)
    }
    guard let machine = definition.machines[wanted] else {
      throw .invalidStateMachine("Could not create state machine with name \"\(wanted)\" because it was not found.")
    }
    return StateMachine(machine, of: self)
  }

  /// Binds the components to an instance; `nil` ends the bind, and the components keep their values.
  ///
  /// ``StateMachine/bindViewModelInstance(_:)`` binds a state machine and its artboard at once.
  ///
  /// - Complexity: O(*n*), where *n* is the number of binds, those of nested artboards included.
  public func bindViewModelInstance(_ instance: ViewModelInstance?) {
    bind(in: instance.map { DataContext($0, globals: file.globals) })
  }

  func bind(in context: DataContext?) {
    self.context = context
    for bind in binds { bind.attach(in: context) }
    for content in contents { content.contextDidChange() }
    request.make()
  }

  /// Gives the artboard the size of its host.
  func setHostSize(_ size: CellSize?) {
    let size = size?.limited()
    guard size != hostSize else { return }
    hostSize = size
    isOtherHostSize = true
    tree.setNeedsPaint()
  }

  /// Applies binds, updates nested artboards, and lays out; returns whether there was something to do.
  func updatePass() -> Bool {
    var hasWorked = queue.apply()
    for content in contents where content.synchronize() { hasWorked = true }
    tree.measureTexts(LayoutEngine.hasOtherSize)
    if tree.needsLayout { onContentLayout() }
    if tree.needsLayout || isOtherHostSize {
      isOtherHostSize = false
      for content in contents { content.beginLayout() }
      LayoutEngine.layOut(tree, in: hostSize)
      for content in contents { content.endLayout() }
      tree.didLayOut()
      hasWorked = true
    }
    for content in contents where content.update() { hasWorked = true }
    return hasWorked
  }

  /// Whether another ``updatePass()`` would change nothing, because nothing is nested in the artboard.
  var isUpToDate: Bool { contents.isEmpty && queue.isEmpty && !tree.needsLayout && !tree.hasUnmeasured }

  /// Moves interpolated values and nested artboards on.
  func advanceContents(by seconds: Double) {
    queue.advance(by: seconds)
    for content in contents { content.advance(by: seconds) }
  }

  /// Whether time alone changes something, or a change is not shown yet.
  var keepsGoing: Bool {
    !queue.isEmpty || queue.isMoving || tree.needsLayout || isOtherHostSize || contents.contains(where: \.keepsGoing)
  }
}

/// What a nested artboard and a list have in common.
@MainActor
protocol NestedContent: ElementContent {
  /// The component that shows them.
  var element: Element { get }
  /// Creates or removes the nested artboards; returns whether something has changed.
  func synchronize() -> Bool
  /// Called before and after the layout of the artboard around it.
  func beginLayout()
  func endLayout()
  /// Updates the nested artboards after layout; returns whether there was something to do.
  func update() -> Bool
  /// Moves the nested artboards on.
  func advance(by seconds: Double)
  /// The context of the artboard around it is another one.
  func contextDidChange()
  /// Whether time alone changes something.
  var keepsGoing: Bool { get }
  /// The nested artboards that are visible, with their places.
  var visibleArtboards: [(machine: StateMachine, frame: CellRect)] { get }
  /// The same with the index of each item.
  var paintedArtboards: [(index: Int, machine: StateMachine, frame: CellRect)] { get }
}

/// The reason why a part of an artboard is not available.
public enum ArtboardError: Error, Equatable, CustomStringConvertible {
  /// The artboard does not have the state machine.
  case invalidStateMachine(String)
  /// The artboard has no view model.
  case invalidViewModel(String)
  /// The task was cancelled.
  case cancelled

  /// The reason in one sentence.
  public var description: String {
    switch self {
    case .invalidStateMachine(let message), .invalidViewModel(let message): message
    case .cancelled: "The call was cancelled"
    }
  }
}
