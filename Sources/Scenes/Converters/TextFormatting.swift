import Algorithms
import Glibc

/// The conversions of values to text and of text to numbers.
@MainActor
enum TextFormatting {
  // MARK: To text

  static func text(of value: Value, _ format: ConverterDefinition.TextFormat, decimals: Double?) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): text(of: number, format, decimals: decimals)
    case .index(let index): "\(index)"
    case .boolean(let flag): flag ? "1" : "0"
    case .option: value.optionText ?? ""
    case .color(let color): text(of: color, format.color)
    case .trigger(let count): "\(count)"
    default: ""
    }
  }

  private static func text(
    of number: Double, _ format: ConverterDefinition.TextFormat, decimals: Double?
  ) -> String {
    guard number.isFinite else { return "\(number)" }
    var text = fixed(number, decimals: Int(decimals ?? 6, in: 0...12))
    if format.removesTrailingZeros { text = withoutTrailingZeros(text) }
    return format.groupsThousands ? grouped(text) : text
  }

  /// A number with a fixed number of decimals.
  private static func fixed(_ number: Double, decimals: Int) -> String {
    let rounded = Arithmetic.rounded(number, decimals: Double(decimals))
    var buffer = [CChar](repeating: 0, count: 400)
    let length = withVaList([Int32(decimals), rounded]) { vsnprintf(&buffer, buffer.count, "%.*f", $0) }
    guard length > 0, Int(length) < buffer.count else { return "\(number)" }
    let text = String(decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.first == "-" && !text.contains(where: { ("1"..."9").contains($0) }) ? String(text.dropFirst()) : text
  }

  static func withoutTrailingZeros(_ text: String) -> String {
    guard text.contains(".") else { return text }
    var result = text
    while result.last == "0" { result.removeLast() }
    if result.last == "." { result.removeLast() }
    return result
  }

  private static func grouped(_ text: String) -> String {
    let digits = text.drop { $0 == "-" }.prefix { $0 != "." }
    var groups = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { groups.append(",") }
      groups.append(digit)
    }
    return (text.first == "-" ? "-" : "") + groups + text.drop { $0 != "." }
  }

  /// A colour by a pattern: `%r %g %b %a` are decimal, `%R %G %B %A` hexadecimal, `%h %s %l` hue in degrees,
  /// saturation and lightness in percent; a backslash makes the next character literal.
  private static func text(of color: Color, _ pattern: String) -> String {
    var text = ""
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.popFirst() {
        text.append(next)
      } else if character == "%", let code = rest.first, let part = part(code, of: color) {
        rest.removeFirst()
        text += part
      } else {
        text.append(character)
      }
    }
    return text
  }

  private static func part(_ code: Character, of color: Color) -> String? {
    func hexadecimal(_ value: UInt8) -> String { Hexadecimal.text(of: [value], uppercase: true) }
    let hsl = hueSaturationLightness(of: color)
    switch code {
    case "r": return "\(color.red)"
    case "g": return "\(color.green)"
    case "b": return "\(color.blue)"
    case "a": return "\(color.alpha)"
    case "R": return hexadecimal(color.red)
    case "G": return hexadecimal(color.green)
    case "B": return hexadecimal(color.blue)
    case "A": return hexadecimal(color.alpha)
    case "h": return "\(hsl.hue)"
    case "s": return "\(hsl.saturation)"
    case "l": return "\(hsl.lightness)"
    default: return nil
    }
  }

  private static func hueSaturationLightness(of color: Color) -> (hue: Int, saturation: Int, lightness: Int) {
    let (r, g, b) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    let (high, low) = (max(r, g, b), min(r, g, b))
    let (lightness, spread) = ((high + low) / 2, high - low)
    guard spread > 0 else { return (0, 0, Int((lightness * 100).rounded())) }
    let saturation = spread / (1 - abs(2 * lightness - 1))
    let sector = high == r ? (g - b) / spread : high == g ? (b - r) / spread + 2 : (r - g) / spread + 4
    let hue = Arithmetic.modulo(sector * 60, 360)
    return (Int(hue.rounded()), Int((saturation * 100).rounded()), Int((lightness * 100).rounded()))
  }

  // MARK: Between texts

  static func padded(_ text: String, to length: Double, with filler: String, atStart: Bool) -> String {
    let wanted = Int(length, in: 0...10_000)
    let missing = wanted - text.count
    guard missing > 0, !filler.isEmpty else { return text }
    let padding = String(String(repeating: filler, count: missing / filler.count + 1).prefix(missing))
    return atStart ? padding + text : text + padding
  }

  static func trimmed(_ text: String, atStart: Bool, atEnd: Bool) -> String {
    var rest = Substring(text)
    if atStart { rest = rest.drop(while: \.isWhitespace) }
    if atEnd { while rest.last?.isWhitespace == true { rest.removeLast() } }
    return String(rest)
  }

  // MARK: To numbers

  static func number(of value: Value) -> Double {
    switch value {
    case .number(let number): number
    case .index(let index): Double(index)
    case .boolean(let flag): flag ? 1 : 0
    case .option(_, let index): Double(index)
    case .color(let color): Double(color.argbValue)
    case .trigger(let count): Double(count)
    case .string(let text): leadingNumber(text)
    default: 0
    }
  }

  /// The characters of a number that are read.
  private static let longestNumber = 400

  /// The number that a text begins with; 0 when it begins with something else.
  private static func leadingNumber(_ text: String) -> Double {
    let trimmed = text.drop(while: \.isWhitespace).prefix(longestNumber)
    var end = trimmed.startIndex
    var best = 0.0
    while end < trimmed.endIndex, "+-.0123456789eE".contains(trimmed[end]) {
      end = trimmed.index(after: end)
      if let number = Double(trimmed[..<end]), number.isFinite { best = number }
    }
    return best
  }
}
