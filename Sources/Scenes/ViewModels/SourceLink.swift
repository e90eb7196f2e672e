/// A property at the end of a path, found again when an instance on the way is replaced.
///
/// A link notifies its subclass that something has changed, at once and without a value; the subclass reads
/// ``value`` when it needs it.
@MainActor
class SourceLink {
  private var indices: [Int] = []
  private weak var root: ViewModelInstance?
  private weak var instance: ViewModelInstance?
  private var places: [Place] = []

  /// A property on the path; weak, because the dependents of the root keep the subscriptions of the program.
  private struct Place {
    weak var dependents: Dependents?
    let index: Int
  }

  /// Whether an instance on the path was replaced since the link was last resolved.
  @exclusivity(unchecked) final var needsResolving = true

  init() {}

  isolated deinit {
    detach()
  }

  /// Called when the property, or an instance on the way to it, has changed.
  func sourceDidChange() {}

  /// Follows a path from a root; without them the link has no source.
  final func attach(to root: ViewModelInstance?, _ path: PropertyPath?) {
    detach()
    self.root = path == nil ? nil : root
    indices = path?.indices ?? []
    needsResolving = true
    resolve()
  }

  /// The instance and the index of the source; `nil` when an instance on the way is missing.
  final var source: (instance: ViewModelInstance, index: Int)? {
    if needsResolving { resolve() }
    guard let instance else { return nil }
    return (instance, indices[indices.count - 1])
  }

  /// The present value; `nil` when an instance on the way is missing.
  final var value: Value? {
    guard let (instance, index) = source else { return nil }
    return instance.values[index]
  }

  /// Finds the source again after an instance on the path was replaced.
  ///
  /// - Returns: Whether it is a trigger of another instance, which was not fired by that.
  final func findsReplacedTrigger() -> Bool {
    guard needsResolving, case .trigger? = value else { return false }
    return true
  }

  private func resolve() {
    detach()
    needsResolving = false
    instance = nil
    guard var current = root else { return }
    let last = indices.count - 1
    for (depth, index) in indices.enumerated() {
      let dependents = current.dependents
      dependents.add(self, at: index, isOnPath: depth < last)
      places.append(Place(dependents: dependents, index: index))
      guard depth < last else { break }
      guard case .instance(let nested?) = current.values[index] else { return }
      current = nested
    }
    instance = current
  }

  private func detach() {
    for place in places { place.dependents?.remove(self, at: place.index) }
    places.removeAll(keepingCapacity: true)
  }
}
