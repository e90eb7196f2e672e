/// What is compared with other programs; less is better in each.
enum PeerFigure: CaseIterable {
  case start, startCPU, down, page, keyCPU, downBytes, pageBytes, insertion, insertionBytes, addition, memory, wakeUps
  case list, listCPU, listMemory

  /// The figures of a table on the screen.
  static let ofTables: [Self] = [
    .start, .startCPU, .down, .page, .keyCPU, .downBytes, .pageBytes, .insertion, .insertionBytes, .addition, .memory,
    .wakeUps,
  ]
  /// The figures of an address book.
  static let ofAddressBooks: [Self] = [.start, .startCPU, .memory, .list, .listCPU, .listMemory]

  var name: String {
    switch self {
    case .start: "exec → first screen"
    case .startCPU: "CPU until then"
    case .down: "down → screen"
    case .page: "page down → screen"
    case .keyCPU: "CPU for a down"
    case .downBytes: "bytes for a down"
    case .pageBytes: "bytes for a page down"
    case .insertion: "a row in the middle → screen"
    case .insertionBytes: "bytes of all its frames"
    case .addition: "a row that `peoplebook add` writes → screen"
    case .memory: "peak memory"
    case .wakeUps: "wake-ups in 10 s at rest"
    case .list: "the printed list"
    case .listCPU: "CPU of the printed list"
    case .listMemory: "peak memory of the printed list"
    }
  }

  var unit: String {
    switch self {
    case .start, .startCPU, .down, .page, .keyCPU, .insertion, .addition, .list, .listCPU: "ms"
    case .downBytes, .pageBytes, .insertionBytes: "B"
    case .memory, .listMemory: "MB"
    case .wakeUps: ""
    }
  }

  /// The time after which a program that has not answered is given up.
  @MainActor var limit: Duration {
    switch self {
    case .down, .page, .insertion, .addition: ListSession.limit
    default: PeerBenchmarks.limit
    }
  }

  /// Whether other load on the machine changes the figure.
  var isTime: Bool { unit == "ms" }
}
