/// Text that tries to control the terminal in which it is shown.
///
/// Give it to a program as data, let the program show it, and check what reached the terminal:
///
/// ```swift
/// try book.add(names: HostileText.samples)
/// let pilot = try ProgramPilot(path)
/// try pilot.waitFor(HostileText.marker)
/// #expect(HostileText.traces(in: pilot) == [])
/// ```
public enum HostileText {
  /// Occurs in every sample, so that a test can wait for it.
  public static let marker = "Mallory"
  /// A number that occurs in no sequence of an ordinary program.
  private static let number = 31_337
  /// `marker` in Base64.
  private static let encoded = "TWFsbG9yeQ=="
  /// Clears the screen between two words, since a program itself may clear the screen and print a sample at its top.
  private static let clearing = "Mallory\u{1B}[2J\u{1B}[Hcleared"

  /// One sample for each method: control sequences of both sets, titles, links, the clipboard, device strings, modes,
  /// the cursor, the bell, line ends, and characters that reverse the text or are invisible.
  public static let samples = [
    "\u{1B}[\(number)mMallory", "\u{9B}\(number)mMallory", "\u{1B}]0;Mallory\u{7}Mallory",
    "\u{9D}2;Mallory\u{9C}Mallory",
    "\u{1B}]8;;http://Mallory/\u{1B}\\Mallory\u{1B}]8;;\u{1B}\\", "\u{1B}]52;c;\(encoded)\u{7}Mallory",
    "\u{1B}P\(number)qMallory\u{1B}\\Mallory", "\u{1B}_Mallory\u{1B}\\Mallory", "\u{1B}[?\(number)hMallory",
    clearing, "\u{1B}cMallory", "Mallory\u{7}", "Mal\u{8}\u{8}\u{8}Mallory",
    "Mallory\r\n\t\u{B}\u{C}Mallory",
    "\u{202E}Mallory\u{202C}", "\u{2067}Mallory\u{2069}", "\u{200F}Mallory", "\u{E0041}Mallory",
    "Mallory\u{2028}\u{2029}",
    "\u{7F}\u{85}Mallory\u{0}",
  ]

  /// The parts of ``samples`` that reached the terminal unchanged, in words; empty when the program let none of them
  /// through.
  ///
  /// A bell counts, so the program must not ring one itself.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the program's output.
  public static func traces(in pilot: ProgramPilot) -> [String] {
    let state = pilot.terminal.state
    var traces: [String] = []
    if state.title?.contains(marker) == true { traces.append("the title was set") }
    if state.clipboard.contains(where: { $0.contains(encoded) }) { traces.append("the clipboard was written") }
    if state.links.contains(where: { $0.contains(marker) }) { traces.append("a link was opened") }
    if state.bells > 0 { traces.append("the bell rang") }
    if state.secondControls > 0 { traces.append("a control character of the second set") }
    for opener in ["DCS", "APC"] where state.commands[opener] != nil { traces.append("a device string (\(opener))") }
    let output = String(decoding: pilot.output, as: UTF8.self).unicodeScalars
    if output.contains(where: isHidden) { traces.append("a character that turns the text, or hides in it") }
    let sequences = [
      ("\u{1B}[\(number)", "a control sequence"), ("\u{1B}[?\(number)", "a mode was switched on"),
      ("\u{1B}c", "the terminal was reset"),
      (clearing, "the screen was cleared"),
      // A program itself may move the cursor back, but not within this text.
      ("Mal\u{8}\u{8}\u{8}Mallory", "the text was overwritten"), ("\u{B}\u{C}Mallory", "a line end"),
    ]
    for (sequence, words) in sequences where pilot.output.contains(Array(sequence.utf8)) { traces.append(words) }
    if output.contains("\u{7F}") || output.contains("\u{0}") { traces.append("a control character") }
    return traces
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension [UInt8] {
  /// Whether these bytes occur in it as a consecutive sequence.
  fileprivate func contains(_ bytes: [UInt8]) -> Bool { firstRange(of: bytes) != nil }
}
