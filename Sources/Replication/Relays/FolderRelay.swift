import Algorithms
import FoundationEssentials
import Glibc
import Persistence

/// A folder that something else carries to the other machines: Syncthing, a cloud folder, a USB stick, NFS.
///
/// Each machine writes only files of its own, each of them once, so no two machines ever write the same file. A file
/// that has arrived in part counts as far as it goes. One that cannot be read is reported, and stops no other.
///
///     FOLDER/BOOK/MACHINE/entries-FIRST-LAST
///     FOLDER/BOOK/MACHINE/snapshot-NUMBER-PART-COUNT
public actor FolderRelay: Relay {
  private nonisolated let executor = QueueExecutor(label: "relay")
  /// The actor's queue: the threads of the task pool, once used, wake the process every second.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The folder of the relay.
  private let parent: String
  /// The folder of the book in it.
  private let folder: String
  /// What is wrong with a file or a folder, by its path.
  private var problems: [String: String] = [:]
  /// A sentence for each file or folder that the last reading could not read.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of those files and folders.
  public var unreadable: [String] { problems.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } }

  /// The relay of a book in a folder; ``create()`` makes the book's own folder in it.
  ///
  /// - Parameter book: The identifier of the book.
  init(folder: String, book: [UInt8]) {
    parent = folder
    self.folder = folder + "/" + Hexadecimal.text(of: book)
  }

  private struct File {
    var machine: MachineID
    var numbers: ClosedRange<Int64>
    var path: String
  }

  public func create() async throws {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw Self.error(folder) }
  }

  /// Throws when the folder of the book is missing: no other machine would get what is written under a mount point.
  private func checkPresence() throws(RelayError) {
    guard access(folder, F_OK) != 0 else { return }
    guard errno != EACCES else { throw .refused(parent) }
    guard errno != ENOTDIR else { throw Self.error(parent) }
    throw access(parent, F_OK) == 0 ? .noBook(parent) : .unreachable(parent)
  }

  // MARK: Files

  private func folder(of machine: MachineID) -> String { "\(folder)/\(machine)" }

  private func names(in folder: String) throws(RelayError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      guard FileManager.default.fileExists(atPath: folder) else { return [] }
      throw .refused(folder)
    }
  }

  private func machines() throws(RelayError) -> [MachineID] {
    try checkPresence()
    return try names(in: folder).compactMap { MachineID($0) }.sorted()
  }

  /// The names in the folder of a machine.
  private func names(of machine: MachineID) -> [String] {
    do {
      return try names(in: folder(of: machine))
    } catch {
      problems[folder(of: machine)] = "cannot be opened: allow this user to read it."
      return []
    }
  }

  /// The numbers in a file name after a prefix; `nil` for a name that this type has not written.
  private static func numbers(_ name: String, prefix: String, count: Int) -> [Int64]? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == count + 1, parts[0] == prefix else { return nil }
    let numbers = parts.dropFirst().compactMap { Int64($0) }.filter { (0...EntryID.greatestNumber).contains($0) }
    return numbers.count == count ? numbers : nil
  }

  private func files(of machine: MachineID) -> [File] {
    names(of: machine).compactMap { name in
      let path = "\(folder(of: machine))/\(name)"
      guard let numbers = Self.numbers(name, prefix: "entries", count: 2), numbers[0] > 0,
        numbers[0] <= numbers[1]
      else {
        // Such as the copy that a cloud makes of a file that two machines have written.
        if name.hasPrefix("entries") { problems[path] = "has a name that no machine has given it: delete it." }
        return nil
      }
      return File(machine: machine, numbers: numbers[0]...numbers[1], path: path)
    }.sorted { ($0.numbers.lowerBound, $0.path) < ($1.numbers.lowerBound, $1.path) }
  }

  /// The entries in a file, as far as it has arrived.
  private func contents(of file: File) -> [SealedEntry] {
    let entries = contents(of: file.path)
    if !entries.isEmpty, entries.map(\.id.number).elementsEqual(file.numbers) == false {
      problems[file.path] = RelayFile.incomplete
    }
    return entries
  }

  /// The sealed bytes in a file, as far as it has arrived.
  private func contents(of path: String) -> [SealedEntry] {
    let (entries, problem) = RelayFile.read(path)
    if let problem { problems[path] = problem }
    return entries
  }

  private func write(_ entries: [SealedEntry], to name: String, of machine: MachineID) throws(RelayError) {
    if let large = entries.first(where: { $0.bytes.count > RelayFile.largestBlock }) {
      throw .tooLarge(size: ((large.bytes.count - 1) >> 20) + 1, limit: RelayFile.largestBlock >> 20)
    }
    var writer = ByteWriter()
    for entry in entries { writer.write(entry.bytes) }
    let folder = folder(of: machine)
    let (draft, path) = ("\(folder)/.\(name).\(getpid())", "\(folder)/\(name)")
    try checkPresence()
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw Self.error(folder) }
    // The members may be different users of one file system. What they can read is encrypted.
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.error(folder) }
    defer { unlink(draft) }
    var rest = writer.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        let code = errno
        close(descriptor)
        throw Self.writeError(folder, code)
      }
      rest = rest.dropFirst(count)
    }
    var status = stat()
    let code = fsync(descriptor) == 0 && fstat(descriptor, &status) == 0 ? 0 : errno
    close(descriptor)
    guard code == 0 else { throw Self.writeError(folder, code) }
    guard rename(draft, path) == 0 else { throw Self.writeError(folder, errno) }
    removeDrafts(in: folder, before: status.st_mtim.tv_sec - Self.longestWriting)
  }

  /// The seconds after which an unfinished file is no longer being written, on this machine or another one.
  private static let longestWriting = 600

  /// Deletes the unfinished files that crashed processes have left in the folder of a machine.
  ///
  /// The process number is ignored: it may be one of another machine that writes to the same folder.
  ///
  /// - Parameter time: In seconds, by the clock of the file system, which may differ from that of this machine. Later
  ///   files stay.
  private func removeDrafts(in folder: String, before time: Int) {
    for name in (try? names(in: folder)) ?? [] where Self.isDraft(name) {
      let draft = "\(folder)/\(name)"
      var status = stat()
      if lstat(draft, &status) == 0, status.st_mtim.tv_sec < time { unlink(draft) }
    }
  }

  /// Whether a file has the name of an unfinished one: `.NAME.PROCESS`.
  private static func isDraft(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0].isEmpty, pid_t(parts[2]) != nil else { return false }
    return numbers(parts[1], prefix: "entries", count: 2) != nil
      || numbers(parts[1], prefix: "snapshot", count: 3) != nil
  }

  /// The reason why a file that was begun was not completed: the folder is not unreachable then.
  private static func writeError(_ path: String, _ code: Int32) -> RelayError {
    let error = error(path, code)
    if case .unreachable(let detail) = error { return .unwritable(detail) }
    return error
  }

  private static func error(_ path: String, _ code: Int32 = errno) -> RelayError {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full(path)
    case EACCES, EPERM, EROFS: .refused(path)
    default: .unreachable("\(path): \(String(cString: strerror(code)))")
    }
  }

  // MARK: Entries

  public func heads() async throws -> VersionVector {
    var heads = VersionVector()
    for machine in try machines() { heads[machine] = Self.end(of: files(of: machine)) }
    return heads
  }

  /// The last number up to which no file is missing: what follows is written again.
  private static func end(of files: [File]) -> Int64 {
    var end = files.first?.numbers.upperBound ?? 0
    for file in files where file.numbers.lowerBound <= end + 1 { end = max(end, file.numbers.upperBound) }
    return end
  }

  /// The number of bytes that one reading returns at least, if there are as many.
  private static let enough = 4 << 20
  /// The number of bytes after which no further file is read: other writers of the folder must not fill the memory.
  private static let most = 256 << 20
  /// The place of the machine with which the next reading begins, among those of the folder.
  private var firstMachine = 0

  public func entries(after seen: VersionVector) async throws -> [SealedEntry] {
    var entries: [SealedEntry] = []
    problems = [:]
    let machines = try machines()
    var total = 0
    let start = machines.isEmpty ? 0 : firstMachine % machines.count
    firstMachine = 0
    for (index, machine) in zip(start..., machines[start...] + machines[..<start]) {
      // The next reading begins with the machine that this one has no room for.
      if total >= Self.most, firstMachine == 0 { firstMachine = index }
      var size = 0
      for file in files(of: machine)
      where file.numbers.upperBound > seen[machine] && size < Self.enough / machines.count && total < Self.most {
        // The name of a file is not protected; the entries in it are.
        for entry in contents(of: file) where entry.id.machine == machine && !seen.covers(entry.id) {
          entries.append(entry)
          size += entry.bytes.count
          total += entry.bytes.count
        }
      }
    }
    return entries
  }

  public func checkWriting() async throws {
    try checkPresence()
    guard access(folder, W_OK) == 0 else { throw Self.error(folder) }
  }

  public func append(_ entries: [SealedEntry]) async throws {
    for (machine, own) in Dictionary(grouping: entries, by: \.id.machine) {
      var present: [Int64: SealedEntry] = [:]
      let numbers = own.map(\.id.number)
      for file in files(of: machine)
      where numbers.contains(where: { file.numbers.contains($0) }) {
        for entry in contents(of: file) { present[entry.id.number] = entry }
      }
      var new: [SealedEntry] = []
      for entry in own.sorted(by: { $0.id < $1.id }) {
        guard let other = present[entry.id.number] else {
          new.append(entry)
          continue
        }
        if other != entry { throw RelayError.taken(entry.id) }
      }
      // A file has all entries between the first and the last.
      var rest = new[...]
      while let first = rest.first {
        let run = zip(rest, first.id.number...).prefix { $0.id.number == $1 }.map(\.0)
        rest = rest.dropFirst(run.count)
        try write(run, to: "entries-\(first.id.number)-\(first.id.number + Int64(run.count) - 1)", of: machine)
      }
    }
  }

  public func removeEntries(of machine: MachineID, through number: Int64) async throws {
    for file in files(of: machine) where file.numbers.upperBound <= number { unlink(file.path) }
  }

  // MARK: Snapshots

  private struct Part {
    var id: EntryID
    var index: Int64
    var count: Int64
    var path: String
  }

  private func parts(of machine: MachineID) -> [Part] {
    names(of: machine).compactMap { name in
      Self.numbers(name, prefix: "snapshot", count: 3).map {
        Part(
          id: EntryID(machine: machine, number: $0[0]), index: $0[1], count: $0[2],
          path: "\(folder(of: machine))/\(name)")
      }
    }.sorted { ($0.id, $0.index) < ($1.id, $1.index) }
  }

  public func snapshots() async throws -> [EntryID] {
    var complete: [EntryID] = []
    for machine in try machines() {
      for (id, parts) in Dictionary(grouping: parts(of: machine), by: \.id)
      where parts.count == Int(parts[0].count) {
        complete.append(id)
      }
    }
    return complete.sorted()
  }

  public func snapshot(_ id: EntryID) async throws -> [SealedEntry] {
    parts(of: id.machine).filter { $0.id == id }.flatMap { contents(of: $0.path) }
  }

  public func store(snapshot parts: [SealedEntry]) async throws {
    guard let id = parts.first?.id else { return }
    for (index, part) in parts.enumerated() {
      try write([part], to: "snapshot-\(id.number)-\(index)-\(parts.count)", of: id.machine)
    }
    for old in self.parts(of: id.machine) where old.id.number < id.number { unlink(old.path) }
  }

  // MARK: News

  public func news() async throws -> RelayNews {
    let watch = FolderWatch(folder)
    let news = RelayNews { watch.stop() }
    watch.start { [weak news] in news?.note() }
    return news
  }
}
