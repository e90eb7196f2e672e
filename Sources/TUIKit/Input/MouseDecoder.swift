/// Decodes a terminal's mouse reports.
enum MouseDecoder {
  /// `ESC [ < code ; column ; line M` (pressed) or `m` (released).
  static func sgr(_ numbers: [Int], isRelease: Bool) -> Event? {
    guard numbers.count == 3, numbers[0] < 256, numbers[1] > 0, numbers[2] > 0 else { return nil }
    return event(code: numbers[0], isRelease: isRelease, at: Point(x: numbers[1] - 1, y: numbers[2] - 1))
  }

  /// `ESC [ M` and three bytes: a code, a column and a line, each plus 32.
  static func legacy(_ bytes: ArraySlice<UInt8>) -> Event? {
    let numbers = bytes.map { Int($0) - 32 }
    guard numbers.count == 3, numbers[0] >= 0, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let isRelease = numbers[0] & 3 == 3 && numbers[0] & 0x60 == 0
    return event(code: numbers[0], isRelease: isRelease, at: Point(x: numbers[1] - 1, y: numbers[2] - 1))
  }

  private static func event(code: Int, isRelease: Bool, at point: Point) -> Event? {
    var modifiers: KeyEvent.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    if code & 64 != 0 {
      switch code & 3 {
      case 0: return .mouse(MouseEvent(.scrollUp, .none, at: point, modifiers))
      case 1: return .mouse(MouseEvent(.scrollDown, .none, at: point, modifiers))
      default: return nil  // Sideways.
      }
    }
    guard code & 128 == 0 else { return nil }  // Buttons to go back and forth in browsers.
    let button: MouseEvent.Button =
      switch code & 3 {
      case 0: .left
      case 1: .middle
      case 2: .right
      default: .none
      }
    if code & 32 != 0 {
      // Moves without a button are not reported.
      return button == .none ? nil : .mouse(MouseEvent(.drag, button, at: point, modifiers))
    }
    return .mouse(MouseEvent(isRelease ? .release : .press, button, at: point, modifiers))
  }
}
