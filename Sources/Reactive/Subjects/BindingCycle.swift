/// A report of values that circulated between bound sources and were stopped.
public struct BindingCycle: Equatable, Sendable, CustomStringConvertible {
  /// The names of the sources at one end of the cycle.
  public let source: String
  /// The name of the value at the other end of the cycle.
  public let target: String

  /// The number of rounds after which a cycle counts as endless.
  public static let limit = 100

  public var description: String {
    """
    Values circulate endlessly between \(source) and \(target); stopped after \(Self.limit) rounds. \
    Add removeDuplicates() to one direction.
    """
  }

  /// Writes the report to standard error.
  public func writeToStandardError() {
    StandardError.writeLine(description)
  }
}

/// Counts the consecutive deliveries of one target that lead back to it through one binding.
///
/// A burst within one delivery is not a cycle, however long; neither is a value that is assigned to itself.
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
