/// Estimates the time that a job still takes, from the time that it has taken and its progress.
public enum TimeLeft {
  /// The time that passes before an estimate means something.
  private static let least = Duration.seconds(1)

  /// The estimate in whole seconds.
  ///
  /// - Parameters:
  ///   - share: The progress from 0 to 1.
  ///   - elapsed: The time since the job began.
  /// - Returns: `nil` in the first second, at the end, and while the progress is unknown.
  public static func seconds(share: Double?, after elapsed: Duration) -> Int? {
    guard let share, share > 0, share < 1, elapsed >= least else { return nil }
    let seconds = elapsed / .seconds(1) * (1 - share) / share
    return seconds < 86_400 ? Int(seconds.rounded(.up)) : nil
  }

  /// The estimate in words, such as `12 s left` or `3 min left`.
  public static func text(seconds: Int) -> String {
    seconds < 100 ? "\(seconds) s left" : "\((seconds + 30) / 60) min left"
  }
}
