import Dispatch
import Glibc

signal(SIGPIPE, SIG_IGN)
do {
  let request = try SyncRequest(Array(CommandLine.arguments.dropFirst()))
  Task { @MainActor in
    do {
      try await request.run()
      guard fflush(nil) == 0 || errno == EPIPE else {
        throw SyncFailure.unwritable(errno, changesBook: request.changesBook)
      }
      exit(0)
    } catch {
      SyncFailure(error).end()
    }
  }
} catch {
  SyncFailure(error).end()
}
dispatchMain()
