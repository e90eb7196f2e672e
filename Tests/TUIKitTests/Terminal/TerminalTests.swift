import Algorithms
import Glibc
import Testing
import Time

@testable import TUIKit

/// A pseudo-terminal with its other end held by the test.
///
/// ncurses supports one terminal at a time, so these tests are serialised.
@MainActor
@Suite(.timeLimit(.minutes(5)), .serialized)
struct TerminalTests {
  final class Line {
    var master: Int32 = -1
    var slave: Int32 = -1

    init(_ size: Size = Size(width: 80, height: 24)) {
      var window = winsize(
        ws_row: UInt16(size.height), ws_col: UInt16(size.width), ws_xpixel: 0, ws_ypixel: 0)
      openpty(&master, &slave, nil, nil, &window)
      _ = fcntl(slave, F_SETFL, O_NONBLOCK)
      _ = fcntl(master, F_SETFL, O_NONBLOCK)
    }

    deinit { close(master) }

    /// The program's output so far.
    func output() -> String {
      var result: [UInt8] = []
      var bytes = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(master, &bytes, bytes.count)
        guard count > 0 else { break }
        result += bytes[..<count]
      }
      return String(decoding: result, as: UTF8.self)
    }

    func type(_ text: String) {
      _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }

    var settings: termios {
      var settings = termios()
      tcgetattr(slave, &settings)
      return settings
    }
  }

  final class Listener: ScreenDelegate {
    var events: [Event] = []
    var backgrounds: [TerminalBackground?] = []
    var isReady = false
    var isGone = false
    private var waiting: (condition: () -> Bool, CheckedContinuation<Void, Never>)?

    func wait(until condition: @escaping () -> Bool) async {
      guard !condition() else { return }
      await withCheckedContinuation { waiting = (condition, $0) }
    }

    private func look() {
      guard let (condition, continuation) = waiting, condition() else { return }
      waiting = nil
      continuation.resume()
    }

    func screen(_ screen: any Screen, didReceive events: [Event]) { self.events += events }
    func screenDidDrain(_ screen: any Screen) { look() }
    func screenDidLearnBackground(_ screen: any Screen) { backgrounds.append(screen.background) }
    func screenDidBecomeReady(_ screen: any Screen) {
      isReady = true
      look()
    }
    func screenDidDisappear(_ screen: any Screen) {
      isGone = true
      look()
    }
  }

  let line = Line()
  let listener = Listener()

  func terminal(_ variables: [String: String] = ["TERM": "xterm-256color"]) throws -> Terminal {
    let terminal = try Terminal(
      device: dup(line.slave), scheduler: MainScheduler.shared, environment: TerminalEnvironment(variables),
      catchesSignals: false)
    terminal.delegate = listener
    return terminal
  }

  private func surface(_ text: String, style: Style = Style()) -> Surface {
    let surface = Surface(size: Size(width: 80, height: 24))
    Canvas(surface).write(text, at: .zero, style: style)
    return surface
  }

  @Test func `releasing the terminal restores it`() throws {
    let before = line.settings
    let terminal = try terminal()
    #expect(line.output() == "")
    terminal.open()
    let entered = line.output()
    for mode in ["1049", "2004", "1004", "1000", "1002", "1006", "1"] { #expect(entered.contains("\u{1B}[?\(mode)h")) }
    #expect(line.settings.c_lflag & tcflag_t(ECHO | ICANON) == 0)
    #expect(line.settings.c_iflag & tcflag_t(IXON) == 0)
    terminal.close()
    let left = line.output()
    for mode in ["1049", "2004", "1004", "1000", "1002", "1006", "1", "2026"] {
      #expect(left.contains("\u{1B}[?\(mode)l"))
    }
    #expect(left.contains("\u{1B}[?25h"))
    #expect(line.settings.c_lflag == before.c_lflag && line.settings.c_iflag == before.c_iflag)
    #expect(line.settings.c_oflag == before.c_oflag)
    terminal.close()
    #expect(line.output() == "")
  }

  @Test func `only changed cells are written`() throws {
    let terminal = try terminal()
    terminal.open()
    let surface = surface("Ada Lovelace")
    terminal.show(surface, cursor: nil)
    #expect(line.output().contains("Ada Lovelace"))
    terminal.show(surface, cursor: nil)
    #expect(line.output() == "")
    Canvas(surface).write("b", at: Point(x: 1, y: 0), style: Style())
    terminal.show(surface, cursor: nil)
    let change = line.output()
    #expect(change.contains("b") && change.utf8.count < 12)
    terminal.close()
  }

  @Test func `the cursor is shown at its place or hidden`() throws {
    let terminal = try terminal()
    terminal.open()
    _ = line.output()
    let surface = surface("Ada")
    terminal.show(surface, cursor: Point(x: 3, y: 2))
    #expect(line.output().hasSuffix("\u{1B}[3d\u{1B}[?12l\u{1B}[?25h"))
    terminal.show(surface, cursor: nil)
    #expect(line.output() == "\u{1B}[?25l")
    terminal.show(surface, cursor: Point(x: 99, y: 2))
    #expect(line.output() == "")
    terminal.close()
  }

  @Test func `keys arrive as events, however their bytes are split`() async throws {
    let terminal = try terminal()
    terminal.open()
    line.type("a\u{1B}")
    await listener.wait { self.listener.events.count == 1 }
    line.type("OB\u{13}\u{1B}[200~x")
    line.type("y\u{1B}[201~")
    await listener.wait { self.listener.events.count >= 4 }
    let expected: [Event] = [
      .key(KeyEvent(.character("a"))), .key(KeyEvent(.down)), .key(KeyEvent(.character("s"), .control)), .paste("xy"),
    ]
    #expect(listener.events.filter { $0 != .key(KeyEvent(.escape)) } == expected)
    terminal.close()
  }

  @Test func `a terminal that supports it gets its frames whole`() async throws {
    let terminal = try terminal()
    terminal.open()
    #expect(line.output().contains("\u{1B}[?2026$p"))
    line.type("\u{1B}[?2026;2$yk")
    await listener.wait { !self.listener.events.isEmpty }
    let surface = Surface(size: Size(width: 80, height: 24))
    for y in 0..<24 {
      Canvas(surface).write("Line \(y) \(String(repeating: "x\(y)", count: 20))", at: Point(x: 0, y: y), style: Style())
    }
    terminal.show(surface, cursor: nil)
    let frame = line.output()
    #expect(frame.hasPrefix("\u{1B}[?2026h") && frame.hasSuffix("\u{1B}[?2026l"))
    terminal.close()
  }

  @Test func `the background is queried, and the delegate gets the answer`() async throws {
    let terminal = try terminal()
    #expect(terminal.background == nil)
    terminal.open()
    #expect(line.output().contains("\u{1B}]11;?\u{1B}\\"))
    line.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\k")
    await listener.wait { !self.listener.events.isEmpty }
    #expect(listener.events == [.key(KeyEvent(.character("k")))])
    #expect(terminal.background == .light && listener.backgrounds == [.light])
    terminal.close()
  }

  @Test func `COLORFGBG names the background before any answer`() throws {
    #expect(try terminal(["TERM": "xterm-256color", "COLORFGBG": "0;15"]).background == .light)
    #expect(try terminal(["TERM": "linux"]).background == .dark)
  }

  @Test func `the descriptor stays open until its source has ended`() throws {
    let descriptor = dup(line.slave)
    do {
      let terminal = try Terminal(
        device: descriptor, scheduler: MainScheduler.shared,
        environment: TerminalEnvironment(["TERM": "xterm-256color"]), catchesSignals: false)
      terminal.open()
    }
    #expect(fcntl(descriptor, F_GETFD) >= 0)
  }

  @Test func `a distant connection is not queried`() throws {
    let terminal = try terminal(["TERM": "xterm-256color", "SSH_TTY": "/dev/pts/1"])
    terminal.open()
    let output = line.output()
    #expect(!output.contains("2026$p") && !output.contains("]11;"))
    terminal.close()
  }

  @Test func `without colours no colour is written`() throws {
    let terminal = try terminal(["TERM": "xterm-256color", "NO_COLOR": "1", "COLORTERM": "truecolor"])
    terminal.open()
    terminal.show(surface("Ada", style: Style(.danger, on: .selection)), cursor: nil)
    terminal.theme = .light
    #expect(!terminal.isColored)
    terminal.close()
    let output = line.output()
    #expect(output.contains("Ada"))
    #expect(!output.contains("\u{1B}[3") && !output.contains(";3") && !output.contains("38;"))
  }

  @Test func `another theme is drawn over the old one`() throws {
    let terminal = try terminal()
    terminal.open()
    let surface = surface("Ada", style: Style(.accent))
    terminal.show(surface, cursor: nil)
    _ = line.output()
    terminal.theme = .light
    #expect(terminal.isColored)
    terminal.show(surface, cursor: nil)
    #expect(line.output().contains("Ada"))
    terminal.theme = .light
    terminal.show(surface, cursor: nil)
    #expect(line.output() == "")
    terminal.close()
  }

  @Test func `title and clipboard cannot control the terminal`() throws {
    let terminal = try terminal()
    terminal.open()
    _ = line.output()
    terminal.setTitle("x\u{7}\u{1B}[2J\u{9C}")
    #expect(line.output() == "\u{1B}]2;x␇␛[2J␦\u{1B}\\")
    terminal.copyToClipboard("Ada\u{1B}")
    #expect(line.output() == "\u{1B}]52;c;QWRhGw==\u{1B}\\")
    terminal.close()
  }

  @Test func `the title is restored with the terminal`() throws {
    let terminal = try terminal()
    terminal.setTitle("Book")
    terminal.open()
    #expect(line.output().contains("\u{1B}]2;Book\u{1B}\\"))
    terminal.close()
    _ = line.output()
    terminal.open()
    #expect(line.output().contains("\u{1B}]2;Book\u{1B}\\"))
    terminal.close()
  }

  @Test func `a terminal taken again does not save its title again`() throws {
    let terminal = try terminal()
    terminal.open()
    #expect(line.output().contains("\u{1B}[22;0;0t"))
    terminal.retake()
    let again = line.output()
    #expect(again.contains("\u{1B}[?1049h") && again.contains("\u{1B}[?2004h"))
    #expect(!again.contains("\u{1B}[22;"))
    terminal.close()
  }

  @Test func `a terminal taken again shows its earlier content`() throws {
    let terminal = try terminal()
    terminal.open()
    terminal.show(surface("Ada"), cursor: nil)
    _ = line.output()
    terminal.retake()
    #expect(line.output().contains("Ada"))
    terminal.close()
  }

  @Test func `a closed terminal is noticed`() async throws {
    let terminal = try terminal()
    terminal.open()
    close(line.master)
    close(line.slave)
    line.master = -1
    await listener.wait { self.listener.isGone }
    #expect(listener.isGone)
  }

  @Test func `unusable terminals are refused with a reason`() throws {
    #expect(throws: TerminalError.unnamed) { try terminal([:]) }
    #expect(throws: TerminalError.unknown("no-such\u{1B}")) { try terminal(["TERM": "no-such\u{1B}"]) }
    #expect(throws: TerminalError.tooSimple("dumb")) { try terminal(["TERM": "dumb"]) }
    #expect(!TerminalError.unknown("\u{1B}[2J").description.contains("\u{1B}"))
  }

  @Test(arguments: ["xterm", "screen-256color", "tmux-256color", "vt100", "linux", "vt220"])
  func `other terminals are drawn on, too`(name: String) throws {
    let terminal = try terminal(["TERM": name])
    terminal.open()
    terminal.show(surface("Ada", style: Style(.accent, on: .selection, .bold)), cursor: .zero)
    terminal.close()
    let output = line.output()
    #expect(output.contains("Ada"))
    #expect(!output.contains("$<"))
    #expect(name == "vt100" || name == "vt220" || name == "linux" || output.contains("\u{1B}[?1006h"))
  }

  @Test func `no text from data writes a control character`() throws {
    let terminal = try terminal()
    terminal.open()
    _ = line.output()
    var random = SeededGenerator(seed: 7)
    let surface = Surface(size: Size(width: 80, height: 24))
    let texts = NaughtyStrings.all + (0..<200).map { _ in NaughtyStrings.random(length: 30, using: &random) }
    var y = 0
    for text in texts {
      Canvas(surface).write(text, at: Point(x: Int.random(in: 0..<70, using: &random), y: y), style: Style(.accent))
      y = (y + 1) % 24
      guard y == 0 else { continue }
      terminal.show(surface, cursor: nil)
      expectHarmless(line.output())
    }
    terminal.close()
  }

  /// Expects only what ncurses itself writes: moves, styles and erasures, and no other control characters.
  private func expectHarmless(_ output: String) {
    var scalars = output.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B:
        guard let next = scalars.popFirst() else { return }
        if next == "(" || next == "M" { _ = next == "(" ? scalars.popFirst() : nil }
        if next == "[" {
          while let letter = scalars.popFirst() {
            guard letter.value >= 0x40 else { continue }
            #expect("HGCDABdmKJXPMLbrST@hl".unicodeScalars.contains(letter), "an odd sequence ends with \(letter)")
            break
          }
        } else {
          #expect(next == "(" || next == "M", "an odd escape: \(next)")
        }
      case 0x08, 0x09, 0x0A, 0x0D:
        break
      default:
        #expect(scalar.standIn == nil, "a control character: \(scalar.value)")
      }
    }
  }
}
