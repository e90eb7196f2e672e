/// Why another program is first in a figure, found with `perf`, `strace` and `/proc/PID/smaps`.
enum PeerReasons {
  private static let reasons: [PeerFigure: [String: String]] = [
    .start: ["abook": start], .startCPU: ["abook": start],
    .memory: [
      "tview": """
      all but 1.2 MB are pages of the program's file and of C libraries, which the kernel shares; tview has 6.5 MB of \
      its own after 100 keys.
      """,
      "abook": """
      16.5 MB are pages of the program's file and 8.5 MB of C libraries, ICU and SQLite among them, which the kernel \
      shares; at 10,000 people, Peoplebook has 4.9 MB of its own and abook 3.6 MB, which is 29 MB at 100,000, because \
      it holds the whole book.
      """,
    ],
    .list: ["abook": list], .listCPU: ["abook": list],
    .listMemory: [
      "abook": """
      Peoplebook holds all people as values until the last one is written, beside the pages of its file and of its \
      libraries; abook has the texts of its file.
      """
    ],
  ]

  private static let start = """
    abook reads its whole file, so that its start grows with the book, and ours does not; of ours, a fifth are page \
    faults, and a tenth each are SQLite, linking, and making generic types.
    """
  private static let list = """
    Peoplebook prints sorted people in columns, abook each entry as it is in its file; half of the time fetches the \
    people from SQLite, and a third makes the texts of lines.
    """

  /// The reason, or “not explained”.
  static func reason(for figure: PeerFigure, winner: String) -> String {
    reasons[figure]?[winner] ?? "not explained."
  }
}
