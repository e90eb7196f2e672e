import Algorithms
import Glibc
import PeoplebookCore
import Reactive
import Replication

/// Reports the programs that have a book open on this machine to the other machines, and those of the other machines to
/// the programs here, which read them like programs of this machine.
@MainActor
final class PresenceBridge {
  let exchange: PresenceExchange
  private let folder: PresenceFolder
  private var file: PresenceFile?
  private var events: FolderEventSource?
  /// The number of the folder among the events; `nil` while the folder does not exist.
  private var watched: Int32?
  /// The numbers of the folders above it, which are watched while it does not exist.
  private var parents: Set<Int32> = []
  private var token: AnyCancellable?

  /// The most programs of one machine, and of all others.
  private static let mostOfMachine = 16
  private static let most = 100

  /// `nil` where the system has no folder for the programs of a book.
  init?(book: String, _ exchange: PresenceExchange) {
    guard let runtimeFolder = PresenceFolder.runtimeFolder, let folder = PresenceFolder(book: book, in: runtimeFolder),
      (try? folder.create()) != nil
    else { return nil }
    self.folder = folder
    self.exchange = exchange
    events = FolderEventSource(queue: .main) { [weak self] _ in
      MainActor.assumeIsolated { self?.folderDidChange() }
    }
    watchFolder()
    token = exchange.others.sink { [weak self] in self?.show($0) }
    report()
  }

  isolated deinit {}

  private func folderDidChange() {
    watchFolder()
    if watched != nil, file?.isDeleted == true { show(exchange.others.value) }
    report()
  }

  /// Watches the folder; after the system has deleted it, those above it, until a program makes it again.
  private func watchFolder() {
    guard let events else { return }
    let kinds = IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE
    watched = events.watch(folder.path, for: kinds)
    if watched == nil {
      var path = "/"
      for name in folder.path.split(separator: "/") {
        if let number = events.watch(path, for: IN_CREATE | IN_MOVED_TO) { parents.insert(number) }
        path += "\(name)/"
      }
      // It may have been made before they were watched.
      watched = events.watch(folder.path, for: kinds)
    }
    guard watched != nil else { return }
    for number in parents { events.unwatch(number) }
    parents = []
  }

  private func report() {
    exchange.report(Participant.lines(of: Array(folder.others().prefix(Self.mostOfMachine))))
  }

  private func show(_ machines: [RemotePresence]) {
    let participants = machines.flatMap { Self.participants(on: $0).prefix(Self.mostOfMachine) }.prefix(Self.most)
    guard !participants.isEmpty else {
      file = nil
      return
    }
    if let new = try? folder.write(Array(participants)) { file = new }
  }

  /// The programs that another machine has reported, under the name by which the members know it.
  static func participants(on remote: RemotePresence) -> [Participant] {
    Participant.participants(in: remote.content).map { participant in
      var participant = participant
      participant.machine = remote.name
      return participant
    }
  }
}
