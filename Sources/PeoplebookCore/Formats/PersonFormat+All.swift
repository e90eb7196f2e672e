extension PersonFormat {
  /// Every format.
  ///
  /// The first that recognises a file reads it. Cards come before tables, since a line of a card can look like
  /// headings: `TEL;CELL:5551234567`.
  public static let all: [PersonFormat] = [jcard, json, ldif, abook, aliases, vcard, csv]

  /// The formats that can be read.
  public static var readable: [PersonFormat] { all.filter(\.isReadable) }

  /// The formats that can be written.
  public static var writable: [PersonFormat] { all.filter(\.isWritable) }

  /// The format of files with the ending of this name; `nil` when there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public init?(path: String) {
    guard let ending = Self.fileExtension(of: path)?.lowercased(),
      let format = Self.all.first(where: { $0.fileExtensions.contains(ending) })
    else { return nil }
    self = format
  }

  /// The ending of the last part of a path, without the dot.
  private static func fileExtension(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }
}

// MARK: Choosing a format

extension PersonFormat {
  /// The format in which a file with this name is written: the one of its ending, or vCard where it has none.
  ///
  /// - Throws: ``FormatError`` when no format that can be written has the ending; it names those that exist.
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public static func forWriting(to path: String) throws(FormatError) -> PersonFormat {
    guard let ending = fileExtension(of: path) else { return vcard }
    if let format = PersonFormat(path: path), format.isWritable { return format }
    let known = writable.compactMap(\.fileExtensions.first).map { ".\($0)" }.listed(last: "or")
    throw FormatError(description: "“.\(ending)” is not the ending of a format: name a file that ends with \(known).")
  }

  /// The format of a file that begins like this.
  ///
  /// The content decides; the name only where the content leaves it open.
  ///
  /// - Throws: ``FormatError`` with the kind of the file.
  static func ofFile(beginningWith beginning: FileBeginning, path: String) throws(FormatError) -> PersonFormat {
    if beginning.signedKind == nil, let format = readable.first(where: { $0.recognises(beginning) }) { return format }
    let kind = beginning.foreignKind
    if kind == nil, let format = PersonFormat(path: path), format.isReadable, format.isPossible(for: beginning) {
      return format
    }
    throw refusal(of: kind ?? "text that begins with \(beginning.excerpt)")
  }

  /// Checks whether a file that begins like this may have the format, since the user says so.
  ///
  /// - Throws: ``FormatError`` with the kind of a file that is certainly something else.
  func check(_ beginning: FileBeginning) throws(FormatError) {
    if beginning.signedKind == nil, recognises(beginning) { return }
    if let kind = beginning.foreignKind { throw Self.refusal(of: kind) }
  }

  private static func refusal(of kind: String) -> FormatError {
    let titles = readable.map(\.title).listed(last: "and")
    return FormatError(description: "This is \(kind), not a file of people: \(titles) files can be imported.")
  }
}

extension ExportReport {
  /// What `format` has no place for, and how many people are too large to be imported again, in a sentence each for the
  /// user; `nil` when there is neither.
  public func loss(in format: PersonFormat) -> String? {
    let sentences = [omission(in: format), excess].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private var excess: String? {
    if oversized == 0 { return nil }
    let subject = "\(oversized.people) \(oversized == 1 ? "is" : "are")"
    return "\(subject) too large to be imported again: shorten the values (at most \(RecordLimits.description))."
  }

  private func omission(in format: PersonFormat) -> String? {
    let lost = [
      leftOut > 0 ? leftOut.people : nil, incomplete > 0 ? "some details of \(incomplete.people)" : nil,
    ]
    let words = lost.compactMap { $0 }
    if words.isEmpty { return nil }
    return
      "\(format.title) has no place for \(words.joined(separator: " and ")); \(PersonFormat.vcard.title) keeps them."
  }
}
