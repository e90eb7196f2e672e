import CVTerm
import TUIKit

/// A terminal without a window: it interprets a program's output and holds the screen that a user would see.
///
/// libvterm maintains the screen. Features that its common version does not support (dim text, several modes in one
/// sequence, the state of private modes) are tracked here from the same bytes.
///
/// ```swift
/// let terminal = VirtualTerminal(size: Size(width: 20, height: 3))
/// terminal.write("\u{1B}[1mAda\u{1B}[m Lovelace")
/// terminal.contents.line(0)                    // "Ada Lovelace"
/// terminal.contents.rendition(of: "Ada")       // bold
/// ```
public final class VirtualTerminal {
  /// Columns and lines.
  public private(set) var size: Size
  /// The number of bytes written so far.
  public private(set) var bytesWritten = 0
  /// The state besides the text: modes, titles, the clipboard, bells.
  public internal(set) var state = TerminalState()
  /// The replies of the terminal to queries so far, such as "where is the cursor?".
  ///
  /// The owner of the terminal's other end takes them with ``takeReplies()``.
  public private(set) var replies: [UInt8] = []

  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private var scanner = EscapeScanner()
  /// The bytes so far of a character whose last bytes have not been written yet.
  private var incomplete: [UInt8] = []
  /// The bytes of the last character, which `REP` repeats.
  private var last: [UInt8] = []

  /// A blank terminal in the state that a shell expects.
  public init(size: Size = Size(width: 80, height: 24)) {
    self.size = size
    let space = Self.space(for: size)
    terminal = vterm_new(Int32(space.height), Int32(space.width))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
  }

  /// libvterm writes outside its buffers when a wide character is drawn on a screen of one column.
  private static func space(for size: Size) -> Size {
    Size(width: max(2, size.width), height: max(1, size.height))
  }

  /// Interprets a program's output.
  ///
  /// A sequence may be split between two calls.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func write(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    bytesWritten += bytes.count
    scanner.scan(bytes, take)
    drainReplies()
  }

  /// Interprets a text, including its control sequences.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func write(_ text: String) {
    write(text.utf8)
  }

  /// Changes the window's size.
  ///
  /// Text that does not fit any more is lost.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public func resize(to size: Size) {
    self.size = size
    let space = Self.space(for: size)
    vterm_set_size(terminal, Int32(space.height), Int32(space.width))
  }

  /// Returns the pending replies, and empties ``replies``.
  public func takeReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }

  // MARK: - Content

  /// The position of the cursor, even while it is hidden.
  public var cursor: Point {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return Point(x: min(Int(position.col), max(0, size.width - 1)), y: min(Int(position.row), max(0, size.height - 1)))
  }

  /// The whole screen as a value.
  ///
  /// - Complexity: O(*n*) for *n* cells.
  public var contents: ScreenContents {
    var cells: [ScreenContents.Cell] = []
    cells.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var cell = cell(x, y)
        // The right half of a wide character has the style of the left one, which libvterm does not report.
        if cell.width == 0, let left = cells.last { cell.rendition = left.rendition }
        cells.append(cell)
      }
    }
    return ScreenContents(
      size: size, cells: cells, cursor: state.isOn(.cursorVisible) ? cursor : nil, title: state.title)
  }

  /// One line as text, without trailing blanks; cheaper than all ``contents``.
  ///
  /// - Complexity: O(*n*), where *n* is the width of the terminal.
  public func line(_ y: Int) -> String {
    guard y >= 0, y < size.height else { return "" }
    var line = ""
    for x in 0..<size.width { line += cell(x, y).text }
    while line.last == " " { line.removeLast() }
    return line
  }

  private func cell(_ x: Int, _ y: Int) -> ScreenContents.Cell {
    let raw = cvterm_cell(screen, Int32(y), Int32(x))
    let rendition = Rendition(raw)
    let first = raw.characters.0
    if first == .max { return .init(text: "", width: 0, rendition: rendition) }
    if first < 0x80, raw.characters.1 == 0 {
      return .init(text: first < 0x20 ? " " : Self.ascii[Int(first)], rendition: rendition)
    }
    var text = ""
    withUnsafeBytes(of: raw.characters) { bytes in
      for value in bytes.bindMemory(to: UInt32.self) {
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        text.unicodeScalars.append(scalar)
      }
    }
    return .init(text: text, width: max(1, Int(raw.width)), rendition: rendition)
  }

  private static let ascii = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }

  // MARK: - Input

  private func take(_ token: EscapeScanner.Token) {
    state.note(token)
    if case .text = token {} else { endCharacter() }
    switch token {
    case .text(let bytes): feed(text: bytes)
    case .control(let byte): feed([byte])
    case .escape(let bytes): feed(sequence: [0x1B] + bytes)
    case .sequence(let sequence):
      if let reply = state.reply(to: sequence) {
        replies += reply
      } else if let count = sequence.repetitions {
        repeatLast(count)
      } else {
        for sequence in sequence.forOldTerminals { feed(sequence: sequence.bytes) }
      }
    case .string(let opener, let content):
      // libvterm shows the content of those that it does not know.
      if let reply = state.reply(toString: opener, content) { replies += reply }
    }
  }

  /// Feeds a sequence, and cancels it: libvterm may expect more of one that it does not know.
  private func feed(sequence: [UInt8]) {
    feed(sequence + [0x18])
  }

  /// Feeds ASCII apart from other characters, and no incomplete character.
  ///
  /// libvterm decodes all bytes of a call in the encoding of the first one: after another character, ASCII would ignore
  /// its character set, and an invalid byte at the end of a call would be lost.
  private func feed(text: ArraySlice<UInt8>) {
    var rest = text
    while let first = rest.first {
      let isASCII = first < 0x80
      let run = rest.prefix { ($0 < 0x80) == isASCII }
      rest = rest[run.endIndex...]
      if isASCII {
        endCharacter()
        feed(Array(run))
        last = Array(run.suffix(1))
      } else {
        let bytes = incomplete + run
        let tail = Self.incompleteTail(of: bytes)
        incomplete = Array(bytes.suffix(tail))
        let complete = bytes.dropLast(tail)
        feed(Array(complete))
        if let scalar = String(decoding: complete, as: UTF8.self).unicodeScalars.last {
          last = Array(String(scalar).utf8)
        }
      }
    }
  }

  /// Writes the last character again.
  ///
  /// libvterm's own repetition never ends where no character, or one without a width, comes first.
  private func repeatLast(_ count: Int) {
    let character = last
    for _ in 0..<min(count, size.width * size.height) { feed(text: character[...]) }
  }

  /// Shows the replacement character for a character that something else has interrupted.
  private func endCharacter() {
    guard !incomplete.isEmpty else { return }
    incomplete = []
    feed(Array("\u{FFFD}".utf8))
  }

  /// The number of bytes at the end that begin a character and do not complete it; none of the bytes is ASCII.
  private static func incompleteTail(of bytes: [UInt8]) -> Int {
    guard let start = bytes.lastIndex(where: { $0 >= 0xC0 }) else { return 0 }
    let (length, present) = ((~bytes[start]).leadingZeroBitCount, bytes.count - start)
    return length <= 6 && present < length ? present : 0
  }

  private func feed(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { _ = vterm_input_write(terminal, $0.baseAddress, $0.count) }
    }
    drainReplies()
  }

  private func drainReplies() {
    var buffer = [CChar](repeating: 0, count: 256)
    while case let count = vterm_output_read(terminal, &buffer, buffer.count), count > 0 {
      replies += buffer[..<count].map { UInt8(bitPattern: $0) }
    }
  }
}

extension Rendition {
  fileprivate init(_ cell: CVTermCell) {
    var attributes: Attributes = []
    if cell.bold { attributes.insert(.bold) }
    if cell.font == EscapeScanner.ControlSequence.dimFont { attributes.insert(.dim) }
    if cell.italic { attributes.insert(.italic) }
    if cell.underline != 0 { attributes.insert(.underline) }
    if cell.blink { attributes.insert(.blink) }
    if cell.reverse { attributes.insert(.reverse) }
    if cell.strike { attributes.insert(.strikethrough) }
    self.init(Color(cell.foreground), on: Color(cell.background), attributes)
  }
}

extension Rendition.Color {
  fileprivate init(_ color: CVTermColor) {
    switch color.kind {
    case 1: self = .palette(color.red)
    case 2: self = .rgb(red: color.red, green: color.green, blue: color.blue)
    default: self = .standard
    }
  }
}
