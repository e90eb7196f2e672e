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
  private var watch: PresenceFolderWatch?
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
    watch = PresenceFolderWatch(folder.path) { [weak self] in self?.report() }
    token = exchange.others.sink { [weak self] in self?.show($0) }
    report()
  }

  isolated deinit {}

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
