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
      file, queue: executor.queue, hasEvents: hasFileEvents,
      notice: { [weak self] isWritten in self?.assumeIsolated { $0.fileDidChange(isWritten: isWritten) } },
      poll: { [weak self] in self?.assumeIsolated { $0.poll() } })
    // Another program may be in the middle of a commit after its file events have passed.
    polling.begin()
    lookAgain()
  }

  /// - Parameter isWritten: Whether the file itself was written, not only the log beside it.
  private func fileDidChange(isWritten: Bool) {
    if isWritten { isFileWritten = true }
    polling.begin()
    lookAgain()
  }

  /// Without events, a write to the file is only known from its time.
  private func poll() {
    isFileWritten = true
    if !isReplaced() { look() }
  }

  private func lookAgain() {
    guard !isReplaced() else { return }
    look()
    if let pause = polling.next() {
      timer?.schedule(deadline: .now() + .nanoseconds(pause))
    } else {
      timer?.schedule(deadline: .distantFuture)
    }
  }

  /// Ends all lists when another file has taken the place of the book, or its content.
  private func isReplaced() -> Bool {
    let isOther = file.identity != identity || isWrittenOver()
    if isOther { end(.gone(path: file.path)) }
    return isOther
  }

  /// Whether the file was written by a program that does not know of its log.
  ///
  /// The poll after the event continues while a checkpoint is running.
  private func isWrittenOver() -> Bool {
    guard !isReadOnly, let present = connection?.database.fileState else { return false }
    let isOver = isFileWritten && fileState.map(present.isWrittenOver) ?? false
    // Another time alone is not that of a write: its event follows.
    if isFileWritten || fileState?.checkpoint != present.checkpoint { fileState = present }
    isFileWritten = false
    return isOver
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
