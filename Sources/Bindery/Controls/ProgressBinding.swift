import Reactive
import TUIKit

/// How far something is.
public typealias ProgressBinding = BindingChain<ProgressBar>

extension BindingChain where Target: ProgressBar {
  /// From 0 to 1.
  public func progress(_ progress: some Publisher<Double, Never>) -> Self {
    adding { $0.progressBinding *= progress }
  }

  /// So many of so many; nothing of nothing is nothing done.
  public func progress(_ progress: some Publisher<(done: Int, total: Int), Never>) -> Self {
    adding { $0.progressBinding *= progress.map { $0.total > 0 ? Double($0.done) / Double($0.total) : 0 } }
  }

  /// Whether the percentage stands behind the line.
  public func showsPercentage(_ showsPercentage: some Publisher<Bool, Never>) -> Self {
    adding { $0.showsPercentageBinding *= showsPercentage }
  }
}
