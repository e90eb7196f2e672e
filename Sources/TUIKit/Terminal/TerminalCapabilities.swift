import CNcurses

/// The capabilities of the terminal that ncurses was started for, and the bytes that set and reset its modes.
struct TerminalCapabilities {
  /// The bytes written when the terminal is opened, and when it is restored.
  let enter: [UInt8]
  /// The bytes written when other processes may have used the terminal.
  ///
  /// They neither save the window's title nor query the terminal again.
  let reenter: [UInt8]
  let leave: [UInt8]
  let showCursor: [UInt8]
  let hideCursor: [UInt8]
  let clear: [UInt8]
  let hasTitle: Bool
  let hasClipboard: Bool
  /// Whether ``enter`` queries the background colour and the support of synchronized updates.
  let asks: Bool
  let depth: ColorDepth
  let keys: KeyStrings
  /// The sequence that moves the cursor to a column of its line, if the terminal has one.
  let hasColumnAddress: Bool

  static let beginSync = Array("\u{1B}[?2026h".utf8)
  static let endSync = Array("\u{1B}[?2026l".utf8)
  static let syncMode = 2026

  /// Reads the description of the current terminal; `nil` when it cannot move its cursor.
  init?(name: String, environment: TerminalEnvironment) {
    // ncurses does not start on a terminal that prints, or that is described as a generic one.
    guard Self.string("cup") != nil else { return nil }
    // A terminal that reports its mouse is descended from xterm, and ignores unknown sequences.
    let isModern = Self.string("kmous") != nil && !name.hasPrefix("linux")
    let saved = Self.string("smcup") ?? ""
    hasTitle = isModern && (cncurses_flag("XT") || cncurses_flag("hs") || name.hasPrefix("screen"))
    hasClipboard = isModern
    asks = isModern && environment.allowsQueries
    let titleStack = hasTitle && !saved.contains("[22;")

    var on = saved + (Self.string("smkx") ?? "") + (Self.string("civis") ?? "")
    // Ends a frame or a title that may have been interrupted.
    var off = "\u{1B}\\"
    if isModern {
      on += "\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
      off += "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1004l\u{1B}[?2004l"
    }
    reenter = Array(Self.withoutTitlePush(on).utf8)
    if titleStack {
      on += "\u{1B}[22;2t"
      off += "\u{1B}[23;2t"
    }
    // Terminals that support only one of the queries ignore the other. The answers arrive in this order.
    if asks { on += "\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p" }
    off += Self.string("rmir") ?? ""
    if Self.string("csr")?.hasPrefix("\u{1B}[") == true { off += "\u{1B}[r" }
    off += (Self.string("rmkx") ?? "") + (Self.string("sgr0") ?? "")
    depth = Self.depth(environment: environment)
    if depth > .none { off += Self.string("op") ?? "" }
    off += Self.string("cnorm") ?? ""
    off += Self.string("rmcup") ?? Self.string("clear") ?? ""
    enter = Array(on.utf8)
    leave = Array(off.utf8)
    showCursor = Self.bytes("cnorm")
    hideCursor = Self.bytes("civis")
    clear = Self.bytes("clear")
    hasColumnAddress = Self.string("hpa")?.hasPrefix("\u{1B}[") == true
    keys = Self.keys(isModern: isModern)
  }

  private static func depth(environment: TerminalEnvironment) -> ColorDepth {
    guard !environment.refusesColor else { return .none }
    switch tigetnum("colors") {
    case 65_536...: return cncurses_flag("RGB") ? .direct : .indexed
    case 256...: return .indexed
    case 16...: return .sixteen
    case 8...: return .eight
    default: return .none
    }
  }

  private static func keys(isModern: Bool) -> KeyStrings {
    var keys = KeyStrings()
    keys.hasLegacyMouse = isModern
    let plain: [(String, KeyEvent.Key)] = [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
      ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete), ("kbs", .backspace),
      ("kent", .enter),
    ]
    for (name, key) in plain { add(name, KeyEvent(key), to: &keys) }
    for number in 1...12 { add("kf\(number)", KeyEvent(.function(number)), to: &keys) }
    add("kcbt", KeyEvent(.tab, .shift), to: &keys)
    let shifted: [(String, KeyEvent.Key)] = [
      ("kri", .up), ("kind", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
      ("kPRV", .pageUp),
      ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
    ]
    for (name, key) in shifted { add(name, KeyEvent(key, .shift), to: &keys) }
    return keys
  }

  private static func add(_ name: String, _ key: KeyEvent, to keys: inout KeyStrings) {
    if let string = string(name) { keys.add(string, key) }
  }

  private static func string(_ name: String) -> String? {
    cncurses_string(name).map { withoutPadding(String(cString: $0)) }
  }

  private static func bytes(_ name: String) -> [UInt8] {
    Array((string(name) ?? "").utf8)
  }

  /// Some descriptions save the title together with the screen: `ESC [ 22 ; 0 ; 0 t`.
  private static func withoutTitlePush(_ string: String) -> String {
    let push = "\u{1B}[22;0;0t"
    guard let start = string.indices.first(where: { string[$0...].hasPrefix(push) }) else { return string }
    return String(string[..<start] + string[start...].dropFirst(push.count))
  }

  /// Descriptions of old terminals include waiting times, as in `$<50>`, which no current terminal needs.
  private static func withoutPadding(_ string: String) -> String {
    var result: [UInt8] = []
    var isPadding = false
    for byte in string.utf8 {
      if isPadding {
        isPadding = byte != UInt8(ascii: ">")
      } else if byte == UInt8(ascii: "<"), result.last == UInt8(ascii: "$") {
        result.removeLast()
        isPadding = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
