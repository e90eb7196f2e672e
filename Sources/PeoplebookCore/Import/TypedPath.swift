import Algorithms
import Glibc

/// Paths as users type, paste and drop them.
public enum TypedPath {
  /// The path that a text means: without blanks at its ends, without the quotes or backslashes of a shell, without
  /// `file://`, and with `~` spelled out.
  ///
  /// A lone `-` is a file of that name: a screen has no standard input.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public static func path(_ text: String) -> String {
    var text = text.trimmed
    if let quote = text.first, quote == "\"" || quote == "'", text.last == quote, text.count > 1 {
      text = String(text.dropFirst().dropLast())
    } else if text.contains("\\"), access(text, F_OK) != 0 {
      text = unescaped(text)
    }
    if text.hasPrefix(inAnyCase: "file://") {
      // The name of this host precedes the path.
      let rest = text.dropFirst("file://".count)
      let path = rest[(rest.firstIndex(of: "/") ?? rest.startIndex)...]
      // A path that was not encoded, and one with a null byte, which no path contains, stay as they are.
      text = path.percentDecoded.flatMap { $0.utf8.contains(0) ? nil : $0 } ?? String(path)
    }
    if text == "-" { return "./-" }
    guard text == "~" || text.hasPrefix("~/"), let home = getenv("HOME") else { return text }
    return String(cString: home) + text.dropFirst()
  }

  /// A path, or a sentence that begins with one, with `~` in place of the home folder.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public static func abbreviated(_ path: String) -> String {
    guard let home = getenv("HOME").map({ String(cString: $0) }), !home.isEmpty, path.hasPrefix("\(home)/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// The ways to complete a path that is being typed: files and folders that begin with its last part, by name; a
  /// folder ends with a slash.
  ///
  /// Hidden ones only after a dot.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries of the folder.
  public static func completions(of text: String) -> [String] {
    let start = text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
    let (parent, part) = (String(text[..<start]), text[start...])
    let folder = parent.isEmpty ? "." : path(parent)
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      guard name.hasPrefix(part), name != ".", name != "..", !name.hasPrefix(".") || part.hasPrefix(".") else {
        continue
      }
      var status = stat()
      let isFolder = stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      found.append(parent + name + (isFolder ? "/" : ""))
    }
    return found.sorted()
  }

  private static func unescaped(_ text: String) -> String {
    var output = ""
    var isEscaped = false
    for character in text {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { output.append(character) }
    }
    return output
  }
}
