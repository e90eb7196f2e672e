import CSQLite

/// The last checkpoint of a book and the time of the last write to its file.
///
/// While a book is open, only checkpoints write to the file itself; commits are written to the log beside it. A write
/// without a checkpoint is that of a program that has copied another file over the book.
struct FileState: Equatable {
  /// The salts of the log, and how much of it was merged.
  let checkpoint: [UInt32]
  private let time: [Int64]

  /// The state of the file that a connection has read.
  ///
  /// `nil` while another program merges the log, and for a book that is not in WAL mode.
  init?(of handle: OpaquePointer, path: String) {
    var state = csqlite_file_state()
    guard csqlite_read_file_state(handle, path, &state) == SQLITE_OK else { return nil }
    checkpoint = [state.salts.0, state.salts.1, state.backfilled, state.attempted]
    time = [state.seconds, state.nanoseconds]
  }

  /// Whether the file was written after `earlier` without a checkpoint.
  func isWrittenOver(since earlier: FileState) -> Bool {
    checkpoint == earlier.checkpoint && time != earlier.time
  }
}

extension Database {
  /// The present state of the file; see ``FileState``.
  var fileState: FileState? { openHandle.flatMap { FileState(of: $0, path: path) } }
}
