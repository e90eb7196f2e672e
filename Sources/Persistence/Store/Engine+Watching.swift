import Dispatch

/// Noticing what other programs write.
extension Engine {
  func startWatching() {
    guard watch == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.lookAgain() } }
    timer.resume()
    self.timer = timer
    watch = DirectoryWatch(
      file, queue: executor.queue,
      notice: { [weak self] in self?.assumeIsolated { $0.noticeFile(isPoll: false) } },
      poll: { [weak self] in self?.assumeIsolated { $0.noticeFile(isPoll: true) } })
    // Somebody may be in the middle of a commit, whose file events have passed.
    relook.begin()
    lookAgain()
  }

  private func noticeFile(isPoll: Bool) {
    guard file.identity == identity else {
      end(.gone(path: file.path))
      return
    }
    guard !isPoll else { return look() }
    relook.begin()
    lookAgain()
  }

  private func lookAgain() {
    look()
    if let pause = relook.next() {
      timer?.schedule(deadline: .now() + .nanoseconds(pause))
    } else {
      timer?.schedule(deadline: .distantFuture)
    }
  }

  /// Tells what somebody else's commit has changed, if one has become visible.
  private func look() {
    // While somebody is about to close it there may be no way in: one looks again soon.
    if (try? renew()) == true { return tellObservers() }
    guard let connection, let version = try? connection.database.dataVersion(), version != dataVersion else { return }
    dataVersion = version
    tellObservers()
  }
}
