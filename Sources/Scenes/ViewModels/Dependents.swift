/// What depends on the properties of one instance: binds, conditions, subscriptions.
///
/// A class of its own, so that an instance on which nothing depends has only a `nil`, and so that a link can leave
/// after the instance was freed.
@MainActor
final class Dependents {
  /// A link; an object, because copying a weak reference costs more than a change of a value.
  private final class Reference {
    weak var link: SourceLink?
    /// Identifies the link while it is being freed.
    let id: ObjectIdentifier
    /// Whether the property is on the way to the link's source, and not the source itself.
    let isOnPath: Bool

    init(_ link: SourceLink, isOnPath: Bool) {
      self.link = link
      id = ObjectIdentifier(link)
      self.isOnPath = isOnPath
    }
  }

  @exclusivity(unchecked) private var references: [ContiguousArray<Reference>]
  /// The subscriptions of the program to paths from this instance, which end with it.
  private var subscriptions: [ObjectIdentifier: SourceLink] = [:]

  /// The streams of the calls that change the instance.
  @exclusivity(unchecked) private var callStreams: [AsyncStream<Void>.Continuation] = []

  init(count: Int) {
    references = Array(repeating: [], count: count)
  }

  isolated deinit {
    for stream in callStreams { stream.finish() }
  }

  func addCallStream(_ continuation: AsyncStream<Void>.Continuation) {
    callStreams.append(continuation)
  }

  /// Notes a call that changes the instance, or tries to.
  func noteCall() {
    guard !callStreams.isEmpty else { return }
    callStreams.removeAll { stream in
      if case .terminated = stream.yield() { true } else { false }
    }
  }

  func add(_ link: SourceLink, at index: Int, isOnPath: Bool) {
    references[index].append(Reference(link, isOnPath: isOnPath))
  }

  func remove(_ link: SourceLink, at index: Int) {
    let id = ObjectIdentifier(link)
    if let place = references[index].firstIndex(where: { $0.id == id }) { references[index].remove(at: place) }
  }

  /// Marks what depends on the property at an index.
  ///
  /// - Complexity: O(*n*), where *n* is the number of its dependents.
  func notify(_ index: Int) {
    for reference in references[index] {
      guard let link = reference.link else { continue }
      if reference.isOnPath { link.needsResolving = true }
      link.sourceDidChange()
    }
  }

  func keep(_ subscription: SourceLink) {
    subscriptions[ObjectIdentifier(subscription)] = subscription
  }

  func drop(_ subscription: SourceLink) {
    subscriptions[ObjectIdentifier(subscription)] = nil
  }
}
