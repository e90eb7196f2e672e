import PeoplebookCore
import Reactive
import Scenes
import TUIKit
import TUITesting

@testable import Actors

/// A decoder of bytes from outside, and a law of its result.
///
/// An input that breaks the law, or that the decoder traps on, ends the process.
@MainActor
enum FuzzTarget: String, CaseIterable {
  case vcard, csv, json, jcard, ldif, abook, aliases, scene, key, escape, frame

  /// Decodes an input.
  ///
  /// Its first byte says how the others are split.
  func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    let size = Int(first % 16) + 1
    switch self {
    case .vcard, .csv, .json, .jcard, .ldif, .abook, .aliases: readPeople(bytes, size)
    case .scene: play(bytes)
    case .key: decodeKeys(bytes, size)
    case .escape: write(bytes, size)
    case .frame: decodeFrames(bytes)
    }
  }

  /// People do not depend on the pieces in which a file is read, and what was read can be written.
  private func readPeople(_ bytes: [UInt8], _ size: Int) {
    guard let format = PersonFormat.all.first(where: { $0.name == rawValue }) else {
      preconditionFailure("\(rawValue) is not a format")
    }
    let whole = people(format, MemoryByteSource(bytes))
    let inPieces = people(format, MemoryByteSource(bytes, chunkSize: size))
    precondition(whole == inPieces, "the pieces of a file change its people")
    for writable in PersonFormat.writable {
      // Each of these formats has a writer.
      guard let writer = try? writable.writer() else { preconditionFailure("\(writable.name) has no writer") }
      _ = writer.text(of: whole)
    }
  }

  private func people(_ format: PersonFormat, _ source: MemoryByteSource) -> [Person] {
    var people: [Person] = []
    guard var reader = try? format.reader(source) else { return [] }
    while var person = try? reader.next() {
      // A new one has a random id.
      person.id = ""
      people.append(person)
    }
    return people
  }

  /// A file is refused, or its scene runs.
  private func play(_ bytes: [UInt8]) {
    guard let file = try? File(reading: .data(bytes)), let scene = try? Scene(file: file) else { return }
    let reports = file.errors.sink { _ in }
    defer { reports.cancel() }
    scene.resize(to: CellSize(width: 40, height: 12))
    for step in 0..<3 {
      scene.advance(by: Double(step) * 0.05)
      scene.stateMachine.pointerDown(x: 3, y: step)
      scene.stateMachine.pointerUp(x: 3, y: step)
      scene.stateMachine.keyPress("x")
    }
  }

  /// Events do not depend on the pieces in which their bytes arrive.
  private func decodeKeys(_ bytes: [UInt8], _ size: Int) {
    var (whole, pieces) = (InputDecoder(), InputDecoder())
    let events = whole.feed(bytes) + whole.flush()
    var others: [Event] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      others += pieces.feed(bytes[start..<min(start + size, bytes.count)])
    }
    others += pieces.flush()
    precondition(events == others, "the pieces of the input change its events")
  }

  /// A screen does not depend on the pieces in which a program writes it.
  private func write(_ bytes: [UInt8], _ size: Int) {
    let (whole, pieces) = (
      VirtualTerminal(size: Size(width: 20, height: 6)), VirtualTerminal(size: Size(width: 20, height: 6))
    )
    whole.write(bytes)
    for start in stride(from: 0, to: bytes.count, by: size) {
      pieces.write(bytes[start..<min(start + size, bytes.count)])
    }
    precondition(withoutMarks(whole) == withoutMarks(pieces), "the pieces of the output change the screen")
    precondition(whole.takeReplies() == pieces.takeReplies(), "the pieces of the output change the replies")
  }

  /// A screen without combining marks: libvterm loses one that comes apart from its character in the last column.
  private func withoutMarks(_ terminal: VirtualTerminal) -> ScreenContents {
    var screen = terminal.contents
    for index in screen.cells.indices {
      screen.cells[index].text = String(screen.cells[index].text.unicodeScalars.prefix(1))
    }
    return screen
  }

  /// A value that was read is written and read again unchanged.
  ///
  /// Its bytes are compared, since NaN is not equal to itself, and JSON has neither infinity nor large integers. A
  /// value of CBOR is also compared itself, unless it has NaN: then the same bytes are read as different values.
  private func decodeFrames(_ bytes: [UInt8]) {
    for encoding in WireEncoding.allCases {
      guard let value = try? encoding.value(of: bytes) else { continue }
      _ = (ServerMessage(value), ClientMessage(value))
      let written = encoding.bytes(of: value, escapingUndefined: false)
      let again = try? encoding.value(of: written)
      precondition(
        again.map { encoding.bytes(of: $0, escapingUndefined: false) } == written,
        "a value changes when it is written in \(encoding)")
      if encoding == .cbor, value == (try? encoding.value(of: bytes)) {
        precondition(again == value, "a value changes when it is read again in \(encoding)")
      }
    }
    _ = try? WireEncoding.cbor.serverValue(of: bytes)
    _ = BareReader.message(of: bytes)
    _ = BareReader.arguments(of: bytes)
  }
}
