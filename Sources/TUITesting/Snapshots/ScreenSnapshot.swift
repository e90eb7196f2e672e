import FoundationEssentials
import Glibc

/// A screen as readable text: its lines, the style of each cell beneath them, and a legend.
///
/// ```
///   │ Peoplebook                     family.db │
///   ╎ aaaaaaaaaa                     bbbbbbbbb
/// ▸ │ Ada Lovelace                             │
/// a = bold
/// b = dim
/// ```
///
/// The cursor's line is marked with `▸`, and its cell with `▮` in the line of styles.
public enum ScreenSnapshot {
  /// The screen as text, ended by a line feed.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public static func text(of screen: ScreenContents) -> String {
    var legend: [(letter: Character, rendition: Rendition)] = []
    var lines = ["\(screen.size.width)×\(screen.size.height)" + (screen.title.map { " “\($0)”" } ?? "")]
    for y in 0..<screen.size.height {
      let line = screen.line(y)
      let width =
        (0..<screen.size.width).last { screen[$0, y].text != " " }.map { $0 + max(1, screen[$0, y].width) } ?? 0
      let padding = String(repeating: " ", count: max(0, screen.size.width - width))
      lines.append("\(screen.cursor?.y == y ? "▸" : " ") │\(line)\(padding)│")
      var styles = ""
      for x in 0..<screen.size.width {
        let rendition = screen[x, y].rendition
        if screen.cursor?.x == x, screen.cursor?.y == y {
          styles.append("▮")
        } else if rendition.isPlain {
          styles.append(" ")
        } else if let known = legend.first(where: { $0.rendition == rendition }) {
          styles.append(known.letter)
        } else {
          legend.append((letter(legend.count), rendition))
          styles.append(letter(legend.count - 1))
        }
      }
      while styles.last == " " { styles.removeLast() }
      if !styles.isEmpty { lines.append("  ╎\(styles)") }
    }
    lines += legend.map { "\($0.letter) = \($0.rendition)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩ")

  private static func letter(_ index: Int) -> Character {
    index < letters.count ? letters[index] : "?"
  }

  /// Compares a screen with the recording of that `name`.
  ///
  /// The recordings of `Tests/TUIKitTests/Table/TableTests.swift` are in `Tests/Snapshots/TUIKitTests/TableTests`:
  /// outside of every target, so that a package does not need to list them as resources.
  ///
  /// With `RECORD_SNAPSHOTS=1` in the environment it records the screen instead (`make snapshots`). With
  /// `SCREEN_PICTURES` set to a folder, it stores a picture of a screen that differs there.
  ///
  /// - Throws: ``SnapshotMismatch`` with the difference, line by line, when the screen differs or has no recording.
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public static func verify(
    _ screen: ScreenContents, named name: String, filePath: StaticString = #filePath
  ) throws(SnapshotMismatch) {
    let folder = folder(forTestIn: "\(filePath)")
    let path = "\(folder)/\(name.map { $0.isLetter || $0.isNumber ? "\($0)" : "-" }.joined()).txt"
    let text = text(of: screen)
    if getenv("RECORD_SNAPSHOTS") != nil {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
      } catch {
        throw SnapshotMismatch(path: path, difference: nil, obstacle: "cannot be written: \(error)")
      }
      return
    }
    guard let recorded = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw SnapshotMismatch(path: path, difference: nil, obstacle: "was not recorded; `make snapshots` does it")
    }
    guard recorded != text else { return }
    FailurePicture.keep(screen, of: name)
    throw SnapshotMismatch(path: path, difference: LineDifference(from: recorded, to: text), obstacle: nil)
  }
}

extension ScreenSnapshot {
  /// The folder for a test's recordings; beside the test's file when that is not in a folder `Tests`.
  static func folder(forTestIn path: String) -> String {
    let parts = path.split(separator: "/")
    let suite = parts.last.map { $0.prefix { $0 != "." } } ?? "Tests"
    guard let tests = parts.lastIndex(of: "Tests"), tests + 2 < parts.count else {
      return "/" + (parts.dropLast() + ["Snapshots", suite]).joined(separator: "/")
    }
    return "/" + (parts[...tests] + ["Snapshots", parts[tests + 1], suite]).joined(separator: "/")
  }
}

/// A screen that differs from its recording.
public struct SnapshotMismatch: Error, CustomStringConvertible {
  /// The file of the recorded screen.
  public let path: String
  let difference: LineDifference?
  let obstacle: String?

  public var description: String {
    if let obstacle { return "The snapshot \(path) \(obstacle)." }
    return "The screen is not as recorded in \(path) (- recorded, + now):\n\(difference?.description ?? "")"
  }
}
