/// How long a client waits before its next attempt: longer after each failure, and not as long as other clients.
struct Backoff {
  private let first: Duration
  private let longest: Duration
  /// How much longer a wait may be, as a share: spreads the clients that a restarted server lost at the same moment.
  private let jitter: Double
  private(set) var attempts = 0

  /// The waits between attempts to connect.
  static let connecting = Backoff(first: .milliseconds(250), longest: .seconds(30), jitter: 0.5)
  /// The waits between attempts to ask for the metadata.
  static let metadata = Backoff(first: .milliseconds(500), longest: .seconds(15), jitter: 0)

  init(first: Duration, longest: Duration, jitter: Double) {
    self.first = first
    self.longest = longest
    self.jitter = jitter
  }

  /// Returns the next wait.
  ///
  /// The longest waits differ as well: the jitter is part of the limit.
  ///
  /// - Parameter random: A number from 0 to 1.
  mutating func next(random: Double) -> Duration {
    let exponent = min(attempts, 20)
    attempts += 1
    let shortest = min(Double(first.nanoseconds) * Double(1 << exponent), Double(longest.nanoseconds) / (1 + jitter))
    return .nanoseconds(Int64(shortest * (1 + jitter * random)))
  }

  /// Begins with the first wait again, or after some failures.
  mutating func reset(failures: Int = 0) { attempts = failures }
}
