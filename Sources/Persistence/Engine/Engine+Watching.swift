import Dispatch

/// Detects the commits of other programs.
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
    // Another program may be in the middle of a commit after its file events have passed.
    poll.begin()
    lookAgain()
  }

  private func noticeFile(isPoll: Bool) {
    guard file.identity == identity else {
      end(.gone(path: file.path))
      return
    }
    guard !isPoll else { return look() }
    poll.begin()
    lookAgain()
  }

  private func lookAgain() {
    look()
    if let pause = poll.next() {
      timer?.schedule(deadline: .now() + .nanoseconds(pause))
    } else {
      timer?.schedule(deadline: .distantFuture)
    }
  }

  /// Notifies of another program's commit, if one has become visible.
  private func look() {
    // The file may be unreadable while another program closes the book, so this is retried soon.
    if (try? renew()) == true {
      queries?.notifyObservers()
      return
    }
    guard let connection, let version = try? connection.database.dataVersion(), version != dataVersion else { return }
    dataVersion = version
    queries?.notifyObservers()
  }
}
