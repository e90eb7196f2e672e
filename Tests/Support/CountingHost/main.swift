// Hosts an actor that counts, in another process, which the tests of Actors kill.
//
//     CountingHost SOCKET FILE

import Actors
import Dispatch
import Glibc

let words = CommandLine.arguments
guard words.count == 3 else { exit(2) }
var host: ActorHost?
Task {
  do {
    host = try await ActorHost(
      Tally.actor, address: .unix(path: words[1]), storage: try SQLiteStorage(path: words[2]))
    print("listening")
    fflush(nil)
  } catch {
    print("\(error)")
    exit(1)
  }
}
dispatchMain()
