/// A QR code (ISO/IEC 18004) of a text, as a square of dark and light modules.
///
/// Bytes with the lowest level of error correction, in the smallest of the versions 1 to 25 that has room for them:
/// enough for a link that is read from a screen.
struct QRCode: Hashable {
  /// The modules in each direction.
  private(set) var size: Int
  private var modules: [Bool]
  /// The modules that do not carry data.
  private var isReserved: [Bool]

  /// Whether a module is dark; false outside.
  subscript(x: Int, y: Int) -> Bool {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
    return modules[y * size + x]
  }

  // MARK: Encoding

  /// The code of a text; `nil` when it is too long.
  ///
  /// - Parameter mask: The pattern that is laid over the data; the best one by default.
  init?(_ text: String, mask: Int? = nil) {
    let bytes = Array(text.utf8)
    guard let version = (1...25).first(where: { Self.capacity(of: $0) >= bytes.count }) else { return nil }
    size = 17 + 4 * version
    modules = Array(repeating: false, count: size * size)
    isReserved = modules
    drawPatterns(version)
    draw(Self.codewords(bytes, version))
    // The mask with the fewest patterns that confuse readers.
    var best = self
    var least = Int.max
    for mask in mask.map({ [$0] }) ?? Array(0..<8) {
      var masked = self
      masked.apply(mask)
      masked.drawFormat(mask)
      let penalty = masked.penalty
      if penalty < least { (best, least) = (masked, penalty) }
    }
    self = best
  }

  // The numbers of error-correcting bytes in each block, and of blocks, by version.
  private static let correction = [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26,
  ]
  private static let blocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12]

  /// The bytes in a code, with those of error correction.
  private static func total(of version: Int) -> Int {
    var bits = (16 * version + 128) * version + 64
    if version >= 2 {
      let count = version / 7 + 2
      bits -= (25 * count - 10) * count - 55
      if version >= 7 { bits -= 36 }
    }
    return bits / 8
  }

  private static func dataSize(of version: Int) -> Int {
    total(of: version) - correction[version - 1] * blocks[version - 1]
  }

  /// The bytes of text that a version has room for.
  private static func capacity(of version: Int) -> Int {
    dataSize(of: version) - (version < 10 ? 2 : 3)
  }

  /// The bytes of all blocks, interleaved.
  private static func codewords(_ text: [UInt8], _ version: Int) -> [UInt8] {
    var bits = [false, true, false, false]
    func append(_ number: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(number >> bit & 1 == 1) }
    }
    append(text.count, version < 10 ? 8 : 16)
    for byte in text { append(Int(byte), 8) }
    append(0, 4)
    var data = stride(from: 0, to: bits.count - bits.count % 8, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    let size = dataSize(of: version)
    var padding: UInt8 = 0xEC
    while data.count < size {
      data.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    let (count, length) = (blocks[version - 1], correction[version - 1])
    let generator = ReedSolomon.generator(length)
    // The last blocks have one byte more where the data are not a multiple of their number.
    let short = count - size % count
    var (parts, start) = ([[UInt8]](), 0)
    for index in 0..<count {
      let end = start + size / count + (index < short ? 0 : 1)
      parts.append(Array(data[start..<end]))
      start = end
    }
    let checks = parts.map { ReedSolomon.remainder($0, generator) }
    let longest = size / count + 1
    let interleaved = (0..<longest).flatMap { index in parts.compactMap { index < $0.count ? $0[index] : nil } }
    return interleaved + (0..<length).flatMap { index in checks.map { $0[index] } }
  }

  // MARK: Drawing

  private mutating func reserve(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard (0..<size).contains(x), (0..<size).contains(y) else { return }
    modules[y * size + x] = isDark
    isReserved[y * size + x] = true
  }

  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<size {
      reserve(6, index, index.isMultiple(of: 2))
      reserve(index, 6, index.isMultiple(of: 2))
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      for dy in -4...4 {
        for dx in -4...4 {
          let ring = max(abs(dx), abs(dy))
          reserve(x + dx, y + dy, ring != 2 && ring != 4)
        }
      }
    }
    let centres = Self.alignment(version, size)
    for (row, y) in centres.enumerated() {
      for (column, x) in centres.enumerated() {
        let last = centres.count - 1
        // The corners with the large patterns have none.
        if (row, column) == (0, 0) || (row, column) == (0, last) || (row, column) == (last, 0) { continue }
        for dy in -2...2 { for dx in -2...2 { reserve(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
      }
    }
    drawFormat(0)
    if version >= 7 { drawVersion(version) }
  }

  private static func alignment(_ version: Int, _ size: Int) -> [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  /// Appends the remainder of a division by a polynomial, which corrects errors.
  private static func corrected(_ number: Int, by polynomial: Int, _ degree: Int) -> Int {
    var rest = number
    for _ in 0..<degree { rest = rest << 1 ^ (rest >> (degree - 1)) * polynomial }
    return number << degree | rest
  }

  private mutating func drawFormat(_ mask: Int) {
    // The two first bits mean the lowest level of error correction.
    let bits = Self.corrected(1 << 3 | mask, by: 0x537, 10) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { reserve(8, index, bit(index)) }
    reserve(8, 7, bit(6))
    reserve(8, 8, bit(7))
    reserve(7, 8, bit(8))
    for index in 9..<15 { reserve(14 - index, 8, bit(index)) }
    for index in 0..<8 { reserve(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { reserve(8, size - 15 + index, bit(index)) }
    reserve(8, size - 8, true)
  }

  private mutating func drawVersion(_ version: Int) {
    let bits = Self.corrected(version, by: 0x1F25, 12)
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      let (far, near) = (size - 11 + index % 3, index / 3)
      reserve(far, near, isDark)
      reserve(near, far, isDark)
    }
  }

  /// Draws the bits in pairs of columns from the right, upwards and downwards in turn.
  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isReserved[y * size + x] && index < codewords.count * 8 {
          modules[y * size + x] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
      right -= 2
    }
  }

  private mutating func apply(_ mask: Int) {
    for y in 0..<size {
      for x in 0..<size where !isReserved[y * size + x] {
        let isInverted =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if isInverted { modules[y * size + x].toggle() }
      }
    }
  }

  /// Counts runs and squares of one colour, and the distance from as many dark as light modules.
  private var penalty: Int {
    var penalty = 0
    for line in 0..<size {
      for isRow in [true, false] {
        var run = 0
        for index in 0..<size {
          let isDark = isRow ? self[index, line] : self[line, index]
          let wasDark = isRow ? self[index - 1, line] : self[line, index - 1]
          run = index > 0 && isDark == wasDark ? run + 1 : 1
          if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
        }
      }
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 where Set([self[x, y], self[x + 1, y], self[x, y + 1], self[x + 1, y + 1]]).count == 1 {
        penalty += 3
      }
    }
    let dark = modules.count { $0 }
    return penalty + abs(dark * 20 - modules.count * 10) / modules.count * 10
  }

  // MARK: In the terminal

  /// The code with a margin, two modules high in each line; light on dark terminals as well.
  var text: String {
    let margin = 2
    var lines: [String] = []
    for y in stride(from: -margin, to: size + margin, by: 2) {
      // Dark on light, whatever the colours of the terminal.
      let row = (-margin..<size + margin).map { x -> Character in
        switch (self[x, y], self[x, y + 1]) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      lines.append("\u{1B}[30;107m\(String(row))\u{1B}[0m")
    }
    return lines.joined(separator: "\n")
  }
}
