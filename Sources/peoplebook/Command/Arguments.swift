import Algorithms
@preconcurrency import CTerminal
import Glibc
import PeoplebookCore
import Synchronization

/// The words of a command line, sorted into options and operands by the C library's `getopt_long`.
///
/// Options may be before, between and after operands, and shortened as long as they are unique; `--` ends them.
struct Arguments: Sendable {
  /// The values that were given, by the name of the option, in order.
  ///
  /// An option without a value has an empty text.
  private(set) var values: [String: [String]] = [:]
  private(set) var operands: [String] = []

  /// Sorts the words; the first is taken for the program's name and skipped.
  ///
  /// - Throws: ``Failure`` with status ``ExitStatus/usage``, naming the word and, where one is near, the option meant.
  init(_ words: [String], options: [Option], isTolerant: Bool = false) throws(Failure) {
    // `getopt_long` keeps its state in global variables.
    let result = Self.lock.withLock { _ in
      Result { () throws(Failure) in try Self.sort(words, options, isTolerant: isTolerant) }
    }
    self = try result.get()
  }

  private static let lock = Mutex(())

  /// No words.
  init() {}

  private static func sort(
    _ words: [String], _ options: [Option], isTolerant: Bool
  ) throws(Failure) -> Arguments {
    var arguments = Arguments()
    // The C library writes into the array of words when it puts operands last, never into the words.
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let owned = pointers
    defer { owned.forEach { free($0) } }
    let names = options.map { strdup($0.name) }
    defer { names.forEach { free($0) } }
    var table = zip(options, names).enumerated().map { index, pair in
      CTerminal.option(
        name: pair.1, has_arg: pair.0.value == nil ? 0 : 1, flag: nil, val: Int32(index) + Self.firstValue)
    }
    table.append(CTerminal.option(name: nil, has_arg: 0, flag: nil, val: 0))
    let letters = options.compactMap { option in option.letter.map { "\($0)\(option.value == nil ? "" : ":")" } }
    // The colon distinguishes a missing value from an unknown option.
    let short = ":" + letters.joined()

    // The variable would make what follows the verb an operand, such as --dry-run.
    let order = getenv(Self.orderVariable).map { String(cString: $0) }
    unsetenv(Self.orderVariable)
    defer { if let order { setenv(Self.orderVariable, order, 1) } }
    optind = 0
    opterr = 0
    while true {
      let value = getopt_long(Int32(words.count), &pointers, short, table, nil)
      if value == -1 { break }
      if value == missingValue || value == unknown {
        if isTolerant { continue }
        throw failure(value, pointers: pointers, options: options)
      }
      guard let option = option(for: value, in: options) else { continue }
      arguments.give(optarg.map { String(cString: $0) } ?? "", to: option)
    }
    arguments.operands = pointers[Int(optind)..<words.count].compactMap { $0.map { String(cString: $0) } }
    return arguments
  }

  private static let orderVariable = "POSIXLY_CORRECT"
  private static let firstValue: Int32 = 0x1000
  private static let missingValue = Int32(UInt8(ascii: ":"))
  private static let unknown = Int32(UInt8(ascii: "?"))

  private static func option(for value: Int32, in options: [Option]) -> Option? {
    if value >= firstValue { return options[Int(value - firstValue)] }
    return options.first { $0.letter?.asciiValue.map(Int32.init) == value }
  }

  private static func failure(
    _ value: Int32, pointers: [UnsafeMutablePointer<CChar>?], options: [Option]
  ) -> Failure {
    let word = { (index: Int32) in pointers[max(0, Int(index))].map { String(cString: $0) } ?? "" }
    // `optopt` is a letter; after a long option it is 0, or the value in the table.
    let isLong = optopt == 0 || optopt >= firstValue
    let name =
      if isLong {
        // The one before the next word.
        String(word(optind - 1).prefix { $0 != "=" })
      } else if 0..<0x80 ~= optopt {
        "-\(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: optopt))))"
      } else {
        // The first byte of a letter, in a word that is not read to its end.
        word(optind)
      }
    if value == missingValue { return .usage("\(name) needs a value.") }
    guard isLong else { return .usage("There is no option \(name).") }
    let stem = String(name.dropFirst(2))
    let candidates = options.filter { $0.name.hasPrefix(stem) }
    if candidates.contains(where: { $0.name == stem }) { return .usage("\(name) takes no value.") }
    if candidates.count > 1 {
      let names = candidates.map { "--\($0.name)" }.joined(separator: ", ")
      return .usage("\(name) can mean \(names).")
    }
    if ScreenOptions.options.contains(where: { $0.name == stem }) {
      return .usage("\(name) is an option of the screen, which opens without a verb.")
    }
    let near = options.map { (name: $0.name, distance: $0.name.editDistance(to: stem)) }
      .min { $0.distance < $1.distance }
    let hint = near.flatMap { $0.distance <= 2 ? " Did you mean --\($0.name)?" : nil } ?? ""
    return .usage("There is no option \(name).\(hint)")
  }

  /// Gives an option a value, or one more.
  mutating func give(_ value: String, to option: Option) {
    values[option.name, default: []].append(value)
  }

  // MARK: Reading

  /// Removes the verb from the operands.
  mutating func dropVerb() {
    operands.removeFirst()
  }

  /// Whether the option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The last value given: later ones override earlier ones.
  func last(_ option: Option) -> String? { values[option.name]?.last }

  /// All values given, in order.
  func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// The last value as a number.
  func number(_ option: Option, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = last(option) else { return nil }
    // A number beyond the limit counts as the limit.
    let isHuge = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int(text) == nil
    guard let number = isHuge ? .max : Int(text), range.contains(number) else {
      let limit =
        range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      throw .usage("--\(option.name) takes a number, \(limit), not \(text.excerpt).")
    }
    return number
  }

  /// The last value as one of a few words.
  func choice<Value: RawRepresentable & CaseIterable>(
    _ option: Option, of type: Value.Type
  ) throws(Failure) -> Value? where Value.RawValue == String {
    guard let text = last(option) else { return nil }
    guard let value = Value(rawValue: text) else {
      let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("--\(option.name) takes one of \(words), not \(text.excerpt).")
    }
    return value
  }
}
