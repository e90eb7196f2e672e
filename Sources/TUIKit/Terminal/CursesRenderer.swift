import CNcurses
import CTerminal
import Glibc

/// Uses ncurses to compute the fewest bytes that change the shown frame into the next one.
///
/// ncurses has no access to the terminal: it writes to a file in memory, from which ``frame(of:cursor:)`` takes the
/// bytes. A frame is therefore one `write(2)`, a slow terminal does not block, and ncurses' own handling of signals and
/// settings does not interfere. Only changed cells are passed to ncurses.
@MainActor
final class CursesRenderer {
  let capabilities: TerminalCapabilities
  private let memory: Int32
  private let file: UnsafeMutablePointer<FILE>
  private let screen: OpaquePointer
  private let isASCIIOnly: Bool
  private(set) var size = Size.zero

  var theme: Theme {
    didSet {
      guard theme != oldValue else { return }
      usePens()
    }
  }

  private var penMaker: PenMaker
  private var areColorsStarted = false
  private var templates: [Style: Template] = [:]
  private var pairs: [UInt64: Int32] = [:]

  private var shown: [Cell] = []
  private var shownSurface: (ObjectIdentifier, generation: Int)?
  private var line: UnsafeMutableBufferPointer<cchar_t>

  /// ncurses supports one terminal at a time, and is started for the one that the environment names.
  init(theme: Theme, environment: TerminalEnvironment) throws(TerminalError) {
    guard let name = environment.term else { throw .unnamed }
    isASCIIOnly = !TextLocale.isUTF8
    memory = cterminal_memory_file()
    guard memory >= 0, let file = fdopen(memory, "w") else { throw .system("Making a file in memory", errno: errno) }
    setenv("NCURSES_NO_PADDING", "1", 1)
    // The size is set later. One in the environment may be that of another terminal, and ncurses refuses a large one.
    for name in ["LINES", "COLUMNS"] { unsetenv(name) }
    var started: (name: String, screen: OpaquePointer)?
    for candidate in [environment.directTerm, name].compactMap({ $0 }) where started == nil {
      if let screen = cncurses_start(candidate, file) { started = (candidate, screen) }
    }
    guard let started else {
      fclose(file)
      throw name == "dumb" ? .tooSimple(name) : .unknown(name)
    }
    guard let capabilities = TerminalCapabilities(name: started.name, environment: environment) else {
      delscreen(started.screen)
      fclose(file)
      throw .tooSimple(name)
    }
    (self.file, screen) = (file, started.screen)
    self.capabilities = capabilities
    self.theme = theme
    penMaker = PenMaker(theme: theme, depth: capabilities.depth)
    line = .allocate(capacity: 0)
    // Pending input must not interrupt a frame, and scrolling may use the terminal's regions.
    typeahead(-1)
    idlok(cncurses_screen(), true)
    scrollok(cncurses_screen(), false)
    startColors()
    // ncurses initialises the terminal with its first frame. `Terminal` does that itself, so these bytes are discarded.
    doupdate()
    _ = takeBytes()
  }

  isolated deinit {
    line.deallocate()
    delscreen(screen)
    fclose(file)
  }

  // MARK: Frames

  func resize(to size: Size) {
    guard size != self.size else { return }
    self.size = size
    resize_term(Int32(max(size.height, 1)), Int32(max(size.width, 1)))
    line.deallocate()
    line = .allocate(capacity: size.width + 1)
    line.initialize(repeating: cchar_t())
    repaint()
  }

  /// Marks the terminal's content as unknown: the next frame clears it and draws everything.
  func repaint() {
    forget()
    clearok(cncurses_shown(), true)
  }

  /// Passes all cells to ncurses again with the next frame; cells that look the same cost no bytes.
  private func forget() {
    shown = []
    shownSurface = nil
  }

  /// The bytes that change the last frame into `surface`.
  func frame(of surface: Surface, cursor: Point?) -> [UInt8] {
    let window = cncurses_screen()
    scroll(to: surface)
    push(surface)
    if let cursor, surface.bounds.contains(cursor) {
      leaveok(window, false)
      wmove(window, Int32(cursor.y), Int32(cursor.x))
    } else {
      leaveok(window, true)
    }
    wnoutrefresh(window)
    doupdate()
    let bytes = takeBytes()
    guard capabilities.hasColumnAddress, !bytes.isEmpty else { return bytes }
    var pins = ColumnPins(width: size.width, height: size.height)
    return pins.pin(bytes)
  }

  /// Moves whole lines first where only their right edge stays in place, which ncurses does not do by itself.
  private func scroll(to surface: Surface) {
    guard surface.size == size, isKnown(surface),
      let shift = shown.withUnsafeBufferPointer({
        LineShift(from: $0, to: UnsafeBufferPointer(surface.cells), size: size)
      })
    else { return }
    let window = cncurses_screen()
    scrollok(window, true)
    wsetscrreg(window, Int32(shift.lines.lowerBound), Int32(shift.lines.upperBound - 1))
    wscrl(window, Int32(shift.distance))
    wsetscrreg(window, 0, Int32(size.height - 1))
    scrollok(window, false)
    leaveok(window, true)
    wnoutrefresh(window)
    doupdate()
    let width = size.width
    shown.withUnsafeMutableBufferPointer { shift.move($0, width: width) }
  }

  /// The lines of a known surface that look different from what was shown last.
  private func changedLines(of surface: Surface) -> [Int] {
    let (width, height) = (surface.size.width, min(surface.size.height, size.height))
    return shown.withUnsafeBufferPointer { shown in
      let cells = UnsafeBufferPointer(surface.cells)
      var lines: [Int] = []
      for y in 0..<height where !LineShift.areEqual(shown, cells, y * width..<(y + 1) * width) { lines.append(y) }
      return lines
    }
  }

  private func isKnown(_ surface: Surface) -> Bool {
    let identity = (ObjectIdentifier(surface), surface.generation)
    return shownSurface.map { $0 == identity } ?? false && shown.count == surface.cells.count
  }

  /// Passes the cells that differ from the last frame to ncurses, line by line.
  private func push(_ surface: Surface) {
    // Pictures use many colour pairs. The pairs of former pictures are released before none are left.
    if pairs.count > Int(cncurses_color_pairs()) / 2 {
      pairs = [:]
      templates = [:]
      forget()
    }
    let isKnown = isKnown(surface)
    let width = min(surface.size.width, size.width)
    let lines = isKnown ? changedLines(of: surface) : Array(0..<min(surface.size.height, size.height))
    for y in lines {
      let start = y * surface.size.width
      var first = 0
      var last = width - 1
      if isKnown {
        while first < width, surface.cells[start + first] == shown[start + first] { first += 1 }
        guard first < width else { continue }
        while surface.cells[start + last] == shown[start + last] { last -= 1 }
        if surface.cells[start + first].isContinuation, first > 0 { first -= 1 }
      }
      push(surface, line: y, from: first, through: last)
    }
    if isKnown {
      shown.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: surface.cells) }
    } else {
      shown = Array(surface.cells)
      shownSurface = (ObjectIdentifier(surface), surface.generation)
    }
  }

  private func push(_ surface: Surface, line y: Int, from first: Int, through last: Int) {
    guard first <= last else { return }
    var count = 0
    var style: Style?
    var template = Template()
    // Blanks keep the pen of the text before them where that looks the same, which saves a change of colours.
    var isBlank = false
    for x in first...last {
      let cell = surface.cells[y * surface.size.width + x]
      if cell.isContinuation, !isASCIIOnly { continue }
      if cell.style != style || isBlank && cell.content != Cell.blank.content {
        style = cell.style
        let next = self.template(for: cell.style)
        isBlank = cell.content == Cell.blank.content && next.blank != nil && next.blank == template.blank
        if !isBlank { template = next }
      }
      line[count] = template.cell
      if let index = cell.clusterIndex {
        fill(&line[count], cluster: surface.clusters[index], style: cell.style)
      } else if cell.content >= 0x7F {
        fill(&line[count], content: cell.content)
      } else {
        line[count].chars.0 = wchar_t(bitPattern: cell.content)
      }
      count += 1
    }
    mvwadd_wchnstr(cncurses_screen(), Int32(y), Int32(first), line.baseAddress, Int32(count))
  }

  private func fill(_ target: inout cchar_t, content: UInt32) {
    let scalar = Unicode.Scalar(content) ?? " "  // The right half of a wide character, where only ASCII is sent.
    if isASCIIOnly {
      target.chars.0 = wchar_t(bitPattern: StandIn.ascii(for: scalar).value)
    } else {
      target.chars.0 = wchar_t(bitPattern: content)
    }
  }

  private func fill(_ target: inout cchar_t, cluster: String, style: Style) {
    guard let base = cluster.unicodeScalars.first else { return }
    if isASCIIOnly { return fill(&target, content: base.value) }
    var text = cluster.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
    text.append(0)
    let (attributes, pair) = look(of: penMaker.pen(for: style))
    cncurses_cell(&target, text, attributes, pair)
  }

  /// The output of ncurses since the last call.
  private func takeBytes() -> [UInt8] {
    let count = Int(lseek(memory, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(memory, buffer.baseAddress, count, 0))
    }
    lseek(memory, 0, SEEK_SET)
    // Huge frames are rare, so their memory is released.
    if count > 1 << 20 { ftruncate(memory, 0) }
    return bytes
  }

  // MARK: Pens

  /// Whether the pens have colours.
  var isColored: Bool { penMaker.isColored }

  private func usePens() {
    penMaker = PenMaker(theme: theme, depth: capabilities.depth)
    templates = [:]
    startColors()
    forget()
  }

  /// Without a coloured theme, colours are not enabled in ncurses, so that it does not reset them.
  private func startColors() {
    guard penMaker.isColored, !areColorsStarted else { return }
    areColorsStarted = true
    start_color()
    use_default_colors()
  }

  /// The attributes and colours of a style's cells in ncurses.
  private struct Template {
    var cell = cchar_t()
    /// The background, by which blanks look the same; `nil` where they show more.
    var blank: Int32?
  }

  private func template(for style: Style) -> Template {
    if let template = templates[style] { return template }
    let pen = penMaker.pen(for: style)
    let (attributes, pair) = look(of: pen)
    var template = Template()
    cncurses_cell(&template.cell, [0x20, 0], attributes, pair)
    if pen.attributes.isDisjoint(with: [.underline, .reverse]) { template.blank = pen.background }
    // There are few enough blends to drop all of them at once.
    if templates.count > 4096 { templates = [:] }
    templates[style] = template
    return template
  }

  private func look(of pen: Pen) -> (attributes: attr_t, pair: Int32) {
    var attributes: attr_t = 0
    if pen.attributes.contains(.bold) { attributes |= cncurses_bold() }
    if pen.attributes.contains(.dim) { attributes |= cncurses_dim() }
    if pen.attributes.contains(.underline) { attributes |= cncurses_underline() }
    if pen.attributes.contains(.reverse) { attributes |= cncurses_reverse() }
    if pen.attributes.contains(.italic) { attributes |= cncurses_italic() }
    return (attributes, penMaker.isColored ? pair(pen.foreground, pen.background) : 0)
  }

  /// The colour pair, made when it is first needed; the terminal's default colours when no pair is left.
  private func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    if foreground < 0, background < 0 { return 0 }
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let pair = pairs[key] { return pair }
    let pair = Int32(pairs.count + 1)
    guard pair < cncurses_color_pairs(), init_extended_pair(pair, foreground, background) == OK else { return 0 }
    pairs[key] = pair
    return pair
  }
}
