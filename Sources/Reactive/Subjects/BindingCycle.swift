import Glibc

/// Values that went round between bound sources, and were stopped.
public struct BindingCycle: Equatable, Sendable, CustomStringConvertible {
  /// The names of the sources at one end.
  public let source: String
  /// The name of the value at the other end.
  public let target: String

  /// After how many rounds a cycle counts as endless.
  public static let limit = 100

  public var description: String {
    """
    Values go round between \(source) and \(target) without end; stopped after \(Self.limit) rounds. \
    Put removeDuplicates() on one of the ways.
    """
  }

  public func writeToStandardError() {
    var line = description + "\n"
    _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Counts how many deliveries of one target in a row have led back to it through one binding.
///
/// A burst that arrives within one delivery is no cycle, however long; nor is a value that is assigned to itself: it
/// may go on as long as it likes.
final class CycleGuard<Output, Failure: Error> {
  private let target: Hub<Output, Failure>
  private let onCycle: (BindingCycle) -> Void
  private var lastStep: UInt64?
  private var rounds = 0

  init(target: Hub<Output, Failure>, onCycle: @escaping (BindingCycle) -> Void) {
    self.target = target
    self.onCycle = onCycle
  }

  func isEndless(from lifetime: AnyCancellable) -> Bool {
    guard lastStep != target.step else { return rounds > BindingCycle.limit }
    rounds = lastStep.map { $0 + 1 == target.step } == true ? rounds + 1 : 1
    lastStep = target.step
    guard rounds > BindingCycle.limit, !lifetime.isAttached(to: target) else { return false }
    onCycle(BindingCycle(source: lifetime.sourceNames.joined(separator: ", "), target: target.name))
    rounds = 0
    return true
  }
}
