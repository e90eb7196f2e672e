/// Divides a program's output into text, control characters and whole sequences, wherever the bytes are split.
///
/// It does not interpret the sequences.
struct EscapeScanner {
  enum Token: Equatable {
    /// Printable bytes, in UTF-8 or any other encoding.
    case text(ArraySlice<UInt8>)
    /// One of the control characters below 0x20, or DEL.
    case control(UInt8)
    /// `ESC`, followed by these intermediates and a final byte.
    case escape([UInt8])
    /// `CSI` with its parameters.
    case sequence(ControlSequence)
    /// `OSC`, `DCS`, `APC`, `PM` or `SOS`, by the byte that opens it after `ESC`, with its content.
    case string(opener: UInt8, content: [UInt8])
  }

  struct ControlSequence: Equatable {
    /// `<`, `=`, `>` or `?` in front of the parameters.
    var prefix: [UInt8] = []
    /// The parameters as written: digits, `;` and `:`.
    var parameters: [UInt8] = []
    var intermediates: [UInt8] = []
    var final: UInt8 = 0

    /// The parameters between semicolons, each with its subparameters; an omitted one is 0.
    var fields: [[Int]] {
      parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
        field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
          digits.reduce(0) { min($0 * 10 + Int($1 - 48), 1 << 24) }
        }
      }
    }

    /// The sequence as it is written.
    var bytes: [UInt8] { [0x1B, UInt8(ascii: "[")] + prefix + parameters + intermediates + [final] }
  }

  private enum State {
    case ground
    case escape([UInt8])
    case control(ControlSequence)
    case string(opener: UInt8, escaped: Bool)
  }

  private var state = State.ground
  /// The content so far of the current string.
  private var content: [UInt8] = []

  mutating func scan(_ bytes: [UInt8], _ emit: (Token) -> Void) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if case .ground = state {
        let start = index
        while index < bytes.endIndex, bytes[index] >= 0x20, bytes[index] != 0x7F { index += 1 }
        if start < index { emit(.text(bytes[start..<index])) }
        guard index < bytes.endIndex else { return }
      }
      step(bytes[index], emit)
      index += 1
    }
  }

  private mutating func step(_ byte: UInt8, _ emit: (Token) -> Void) {
    switch state {
    case .ground:
      if byte == 0x1B { state = .escape([]) } else { emit(.control(byte)) }
    case .escape(let collected):
      stepInEscape(byte, collected, emit)
    case .control(let sequence):
      stepInControlSequence(byte, sequence, emit)
    case .string(let opener, let escaped):
      stepInString(byte, opener, escaped, emit)
    }
  }

  private mutating func stepInEscape(_ byte: UInt8, _ collected: [UInt8], _ emit: (Token) -> Void) {
    switch byte {
    case 0x1B: state = .escape([])
    case 0x18, 0x1A: state = .ground
    case 0x00..<0x20, 0x7F: emit(.control(byte))
    case UInt8(ascii: "[") where collected.isEmpty: state = .control(ControlSequence())
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = collected.isEmpty ? .string(opener: byte, escaped: false) : .ground
      content = []
      if !collected.isEmpty { emit(.escape(collected + [byte])) }
    case 0x20..<0x30: state = .escape(collected + [byte])
    case 0x80...: beginText(byte, emit)
    default:
      state = .ground
      emit(.escape(collected + [byte]))
    }
  }

  private mutating func stepInControlSequence(
    _ byte: UInt8, _ sequence: ControlSequence, _ emit: (Token) -> Void
  ) {
    var sequence = sequence
    switch byte {
    case 0x1B: state = .escape([])
    case 0x18, 0x1A: state = .ground
    case 0x00..<0x20, 0x7F: emit(.control(byte))
    case UInt8(ascii: "<")...UInt8(ascii: "?"):
      sequence.prefix.append(byte)
      state = .control(sequence)
    case UInt8(ascii: "0")...UInt8(ascii: ";"):
      sequence.parameters.append(byte)
      state = .control(sequence)
    case 0x20..<0x30:
      sequence.intermediates.append(byte)
      state = .control(sequence)
    case 0x80...: beginText(byte, emit)
    default:
      sequence.final = byte
      state = .ground
      emit(.sequence(sequence))
    }
  }

  /// Text ends a sequence that is not complete.
  private mutating func beginText(_ byte: UInt8, _ emit: (Token) -> Void) {
    state = .ground
    emit(.text([byte]))
  }

  private mutating func stepInString(_ byte: UInt8, _ opener: UInt8, _ escaped: Bool, _ emit: (Token) -> Void) {
    if escaped {
      state = .ground
      emit(.string(opener: opener, content: content))
      // ST is `ESC \`; anything else after ESC begins a new sequence.
      if byte != UInt8(ascii: "\\") {
        state = .escape([])
        step(byte, emit)
      }
      return
    }
    switch byte {
    case 0x1B: state = .string(opener: opener, escaped: true)
    case 0x07 where opener == UInt8(ascii: "]"):
      state = .ground
      emit(.string(opener: opener, content: content))
    case 0x18, 0x1A: state = .ground
    default: content.append(byte)
    }
  }
}
