/// A bind at run time: a slot of an element, and the property that it is connected to.
///
/// Changes on either side only mark the bind and add it to the queue of its artboard; an advance applies it.
@MainActor
final class Bind: SourceLink, ElementFollower {
  private let definition: BindDefinition
  private unowned let element: Element
  private unowned let queue: BindQueue
  private var converter: Converter?
  @exclusivity(unchecked) private(set) var isSourceDirty = false
  @exclusivity(unchecked) private(set) var isTargetDirty = false
  /// Whether the source may still be read: a bind of mode `once` reads it at its first update.
  @exclusivity(unchecked) private var isSpent = false
  @exclusivity(unchecked) private var isWriting = false
  @exclusivity(unchecked) var isQueued = false
  /// Whether the queue keeps it until its element is shown.
  @exclusivity(unchecked) var isWaiting = false
  /// Whether the queue moves the converter's value on.
  var isMoving = false

  init(_ definition: BindDefinition, _ element: Element, _ queue: BindQueue) {
    self.definition = definition
    self.element = element
    self.queue = queue
    super.init()
    converter = definition.converter.map { definition in
      Converter(definition) { [unowned self] in operandDidChange() }
    }
    if writesSource { element.follow(definition.slot, self) }
  }

  /// Whether values go from the element to the property.
  private var writesSource: Bool { definition.mode == .toSource || definition.mode == .twoWay }
  /// Whether values go from the property to the element.
  private var writesTarget: Bool { definition.mode != .toSource }

  /// Whether the bind writes the property in its next update; such binds come first.
  var isSourceNext: Bool { isTargetDirty && !(isSourceDirty && definition.preference == .source) }

  /// Connects the bind to the instances of a context, and marks it in every direction that it supports.
  ///
  /// The property of a two-way bind fills the element, unless the file prefers the element.
  func attach(in context: DataContext?) {
    attach(definition.source, in: context)
    converter?.attach(in: context)
    isSpent = false
    if context != nil { markBothSides() }
  }

  private func markBothSides() {
    isTargetDirty = definition.mode == .toSource || definition.mode == .twoWay && definition.preference == .target
    isSourceDirty = writesTarget
    queue.add(self)
  }

  // MARK: Changes

  override func sourceDidChange() {
    guard !isWriting, !isSpent else { return }
    // Another instance on the path is bound like the first one.
    if needsResolving { return markBothSides() }
    guard writesTarget else { return }
    isSourceDirty = true
    queue.add(self)
  }

  func elementDidChange() {
    guard !isWriting else { return }
    isTargetDirty = true
    queue.add(self)
  }

  private func operandDidChange() {
    if writesTarget { sourceDidChange() } else { elementDidChange() }
  }

  /// Whether the element is hidden; its binds wait until it is shown.
  ///
  /// The bind that shows the element does not wait.
  var isDeferred: Bool { definition.slot != Element.visibleSlot && element.isCollapsed }

  // MARK: Updating

  /// Moves the value; where both sides have changed, the preferred side wins.
  func update() {
    let toSource = isSourceNext
    isSourceDirty = false
    isTargetDirty = false
    isWriting = true
    defer { isWriting = false }
    if toSource { writeSource() } else { writeTarget() }
  }

  private func writeTarget() {
    if definition.mode == .once { isSpent = true }
    guard let value else { return }
    let example = element.definition.initial[definition.slot]
    let converted = converter?.convert(value) ?? value
    element.set(converted.adapted(to: example) ?? example.emptyValue, at: definition.slot)
    followConverter()
  }

  private func writeSource() {
    guard let (instance, index) = source else { return }
    let value = element.values[definition.slot]
    // The main direction of a two-way bind is to the element.
    let converted = (definition.mode == .twoWay ? converter?.reversed(value) : converter?.convert(value)) ?? value
    instance.write(converted, at: index)
    followConverter()
  }

  private func followConverter() {
    if converter?.isMoving == true { queue.addMoving(self) }
  }

  /// Moves an interpolated value on; returns whether it has further to go.
  func advance(by seconds: Double) -> Bool {
    guard let converter, converter.advance(by: seconds) else { return false }
    operandDidChange()
    return converter.isMoving
  }
}
