import Persistence

extension Commit {
  /// `you` for the program on this machine that signs with `own`, else the author's name.
  public func authorText(own: String) -> String { ChangeOrigin(author: author, time: time).authorText(own: own) }

  /// The author of a change that contradicts one made here; see ``ChangeOrigin/otherAuthorText(own:)``.
  func otherAuthorText(own: String) -> String { ChangeOrigin(author: author, time: time).otherAuthorText(own: own) }

  /// `3 min ago by cron@home`; changes of the same program on this machine are by you.
  func timeAndAuthor(own: String) -> String {
    let origin = ChangeOrigin(author: author, time: time)
    return "\(origin.timeText()) by \(origin.authorText(own: own))"
  }
}

extension Reversal {
  /// As ``Persistence/Commit/authorText(own:)``, of the change that was undone or redone.
  public func authorText(own: String) -> String { ChangeOrigin(author: author, time: time).authorText(own: own) }
}
