import PeoplebookCore

/// The options of verbs that read or write people: `--format`, and the options of a format's writer.
enum FormatOption {
  /// `--format` with the names of formats.
  ///
  /// - Parameters:
  ///   - own: The name of the verb's own format, which is the default.
  ///   - note: The result without the option, when the verb has no default format.
  static func make(_ formats: [PersonFormat], own: String? = nil, note: String = "") -> Option {
    let names = own.map { ["\($0) (the default)"] } ?? []
    let words = (names + formats.map(\.name)).listed(last: "or")
    return Option(
      "format", letter: "f", value: "FORMAT", words + (note.isEmpty ? "." : "; \(note)."),
      completion: .words((own.map { [$0] } ?? []) + formats.map(\.name)))
  }

  /// The format that was asked for; `nil` for the verb's own format, and without the option.
  static func value(
    _ arguments: Arguments, _ option: Option, among formats: [PersonFormat], own: String? = nil
  ) throws(Failure) -> PersonFormat? {
    guard let name = arguments.last(option), name != own else { return nil }
    if let format = formats.first(where: { $0.name == name }) { return format }
    let words = ((own.map { [$0] } ?? []) + formats.map(\.name)).joined(separator: ", ")
    throw .usage("--format takes one of \(words), not \(name.excerpt).")
  }

  /// The options of all writers.
  static let ofWriters = PersonFormat.writable.flatMap(\.writerOptions).map { option in
    Option(
      option.name, value: option.choices.joined(separator: "|"), "\(option.help) \(option.choices[0]) by default.",
      completion: .words(option.choices))
  }

  /// A writer of the format that was asked for; `nil` for the verb's own format.
  static func writer(ofNamed format: PersonFormat?, _ arguments: Arguments) throws -> (any PersonWriter)? {
    if let format { return try writer(of: format, arguments) }
    try checkOptions(of: nil, arguments)
    return nil
  }

  /// Checks that the options of writers that were given are those of a format.
  private static func checkOptions(of format: PersonFormat?, _ arguments: Arguments) throws(Failure) {
    func has(_ format: PersonFormat, _ option: Option) -> Bool {
      format.writerOptions.contains { $0.name == option.name }
    }
    for option in ofWriters where arguments.has(option) && format.map({ has($0, option) }) != true {
      let names = PersonFormat.writable.filter { has($0, option) }.map(\.name).listed(last: "or")
      throw .usage("--\(option.name) needs --format \(names).")
    }
  }

  /// A writer of a format, with the options that were given.
  static func writer(of format: PersonFormat, _ arguments: Arguments) throws -> any PersonWriter {
    try checkOptions(of: format, arguments)
    var options: [String: String] = [:]
    for option in format.writerOptions {
      guard let given = ofWriters.first(where: { $0.name == option.name }), let value = arguments.last(given) else {
        continue
      }
      guard option.choices.contains(value) else {
        throw Failure.usage(
          "--\(option.name) takes \(option.choices.listed(last: "or")), not \(value.excerpt).")
      }
      options[option.name] = value
    }
    return try format.writer(options)
  }
}
