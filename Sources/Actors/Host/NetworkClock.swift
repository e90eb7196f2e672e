import CWebSockets
import Time

/// The system's monotonic clock, with an alarm of the network's thread.
@NetworkActor
final class NetworkClock: HostClock {
  var onAlarm: () -> Void = {}
  private var entry: UnsafeMutablePointer<lws_sorted_usec_list_t>?
  /// The clocks with an alarm, by the entry that the library knows.
  private static var waiting: [UnsafeMutablePointer<lws_sorted_usec_list_t>: NetworkClock] = [:]

  var now: Instant { Instant(nanoseconds: Int64(lws_now_usecs()) * 1_000) }

  func setAlarm(_ instant: Instant?) {
    guard let instant else { return disarm() }
    let entry = entry ?? .allocate(capacity: 1)
    if self.entry == nil {
      entry.initialize(to: lws_sorted_usec_list_t())
      self.entry = entry
    }
    Self.waiting[entry] = self
    lws_sul_schedule(
      NetworkLoop.shared.context, 0, entry, { NetworkClock.ring($0) }, max(1, (instant - now).nanoseconds / 1_000))
  }

  private func disarm() {
    guard let entry else { return }
    lws_sul_schedule(NetworkLoop.shared.context, 0, entry, nil, -1)
    Self.waiting[entry] = nil
    entry.deallocate()
    self.entry = nil
  }

  private nonisolated static func ring(_ entry: UnsafeMutablePointer<lws_sorted_usec_list_t>?) {
    let bits = UInt(bitPattern: entry)
    NetworkActor.assumeIsolated {
      guard let entry = UnsafeMutablePointer<lws_sorted_usec_list_t>(bitPattern: bits), let clock = waiting[entry]
      else { return }
      NetworkThread.shared.runBeforeWait { clock.onAlarm() }
    }
  }
}
