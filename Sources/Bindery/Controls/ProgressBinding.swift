import Reactive
import TUIKit

/// The progress of a task.
public typealias ProgressBinding = BindingChain<ProgressBar>

extension BindingChain where Target: ProgressBar {
  /// Shows a progress from 0 to 1.
  public func progress(_ progress: some Publisher<Double, Never>) -> Self {
    adding { $0.progressBinding *= progress }
  }

  /// Shows the completed part of a total; 0 while the total is 0.
  public func progress(_ progress: some Publisher<(done: Int, total: Int), Never>) -> Self {
    adding { $0.progressBinding *= progress.map { $0.total > 0 ? Double($0.done) / Double($0.total) : 0 } }
  }

  /// Shows and hides the percentage after the bar.
  public func showsPercentage(_ showsPercentage: some Publisher<Bool, Never>) -> Self {
    adding { $0.showsPercentageBinding *= showsPercentage }
  }
}
