import PeoplebookCore
import Testing

@testable import peoplebook

struct ArgumentsTests {
  private static let options = [
    Option("format", letter: "f", value: "FORMAT", ""), Option("force", ""), Option("tag", value: "TAG", ""),
    Option("quiet", letter: "q", ""),
  ]

  private func parse(_ words: String...) throws(Failure) -> Arguments {
    try Arguments(["program"] + words, options: Self.options)
  }

  private func failure(_ words: String...) -> Failure? {
    do {
      _ = try Arguments(["program"] + words, options: Self.options)
      return nil
    } catch {
      return error
    }
  }

  @Test func `options may be before, between and after operands`() throws {
    for words in [["--format", "json", "-q", "a", "b"], ["a", "--format=json", "b", "-q"], ["a", "b", "-qfjson"]] {
      let arguments = try Arguments(["program"] + words, options: Self.options)
      #expect(arguments.operands == ["a", "b"])
      #expect(arguments.last(Self.options[0]) == "json")
      #expect(arguments.has(Self.options[3]))
    }
  }

  @Test func `two dashes end the options, and one dash is an operand`() throws {
    #expect(try parse("--", "--format", "x").operands == ["--format", "x"])
    #expect(try parse("-", "-q").operands == ["-"])
  }

  @Test func `an option may be repeated, and shortened while it is unique`() throws {
    #expect(try parse("--tag", "a", "--ta=b", "--tag", "").all(Self.options[2]) == ["a", "b", ""])
    #expect(try parse("--form", "x").last(Self.options[0]) == "x")
  }

  @Test func `each mistake is named`() {
    #expect(failure("--nonsense")?.message == "There is no option --nonsense.")
    #expect(failure("--formt=x")?.message == "There is no option --formt. Did you mean --format?")
    #expect(failure("--fo", "x")?.message == "--fo can mean --format, --force.")
    #expect(failure("--format")?.message == "--format needs a value.")
    #expect(failure("-f")?.message == "-f needs a value.")
    #expect(failure("--force=1")?.message == "--force takes no value.")
    #expect(failure("--no-motion")?.message == "--no-motion is an option of the screen, which opens without a verb.")
    #expect(failure("-x")?.message == "There is no option -x.")
    #expect(failure("-x")?.status == .usage)
    #expect(failure("-x", "--quiet")?.message == "There is no option -x.")
    #expect(failure("--force", "-xq")?.message == "There is no option -x.")
    #expect(failure("--force", "-qé")?.message == "There is no option -qé.")
    #expect(failure("--nonsense", "-x", "--quiet")?.message == "There is no option --nonsense.")
    #expect(failure("--formatx")?.message == "There is no option --formatx. Did you mean --format?")
    #expect(failure("--formatxyz")?.message == "There is no option --formatxyz.")
  }

  @Test func `numbers and choices are checked`() throws {
    let arguments = try parse("--format", "json", "--tag", "12x")
    #expect(try arguments.choice(Self.options[0], of: OutputFormat.self) == .json)
    #expect(throws: Failure.self) { try arguments.choice(Self.options[2], of: OutputFormat.self) }
    #expect(try FormatOption.value(arguments, Self.options[0], among: PersonFormat.writable) == .json)
    #expect(try FormatOption.value(arguments, Self.options[0], among: PersonFormat.writable, own: "json") == nil)
    #expect(throws: Failure.self) { try FormatOption.value(arguments, Self.options[0], among: [.csv]) }
    #expect(throws: Failure.self) { try arguments.number(Self.options[2], in: 0...9) }
    #expect(try parse("--tag", "7").number(Self.options[2], in: 0...9) == 7)
    #expect(try parse("--tag", String(repeating: "9", count: 30)).number(Self.options[2], in: 0...Int.max) == .max)
    for text in ["", "-1", "+", "1.5", "1e3", "0x1", "٣", " 1"] {
      #expect(throws: Failure.self) { try parse("--tag", text).number(Self.options[2], in: 0...9) }
    }
    #expect(throws: Failure.self) { try parse("--tag", "70").number(Self.options[2], in: 0...9) }
  }

  @Test func `the verb is found anywhere and parsed with its own options`() throws {
    let invocation = try Program.parse(["peoplebook", "--book", "list", "show", "ada", "--format", "json"])
    #expect(invocation.command?.name == "show")
    #expect(invocation.arguments.operands == ["ada"])
    #expect(invocation.arguments.last(.book) == "list")
    #expect(try Program.parse(["peoplebook", "-b", "x"]).command == nil)
    #expect(throws: Failure.self) { try Program.parse(["peoplebook", "show"]) }
    #expect(throws: Failure.self) { try Program.parse(["peoplebook", "list", "extra"]) }
    #expect(throws: Failure.self) { try Program.parse(["peoplebook", "list", "--first", "x"]) }
  }

  @Test func `an option has the same form for every verb`() {
    var shapes: [String: Bool] = [:]
    for option in Program.commands.flatMap({ $0.options }) + Option.common + ScreenOptions.options {
      let takesValue = option.value != nil
      #expect(shapes[option.name] ?? takesValue == takesValue, "--\(option.name)")
      shapes[option.name] = takesValue
      #expect(option.help.hasSuffix(".") && option.value?.hasSuffix(".") != true, "--\(option.name)")
    }
    for command in Program.commands {
      let letters = (command.options + Option.common).compactMap { $0.letter }
      #expect(Set(letters).count == letters.count, "\(command.name)")
    }
  }

  @Test func `the bar never reaches the edge of the terminal`() {
    for width in [5, 10, 20, 40, 80, 200] {
      for done in [0, 1, 50, 100, 150] {
        let progress = ImportProgress(people: 1_234, share: min(1, Double(done) / 100))
        #expect(ProgressLine.line(progress, width: width).count < max(width, 2))
        #expect(ProgressLine.line(progress, secondsLeft: 12, width: width).count < max(width, 2))
      }
    }
    #expect(ProgressLine.line(ImportProgress(people: 1_234), width: 10) == "1,234 peo")
    #expect(ProgressLine.line(ImportProgress(people: 1_234, share: 0.5), width: 12) == "1,234 peopl")
    let bar = ProgressLine.line(ImportProgress(people: 1_234, share: 0.25), width: 28)
    #expect(bar == "██░░░░░░ 25% · 1,234 people")
    let half = ImportProgress(people: 1_007, share: 0.5)
    #expect(ProgressLine.line(half, width: 80).hasSuffix(" 50% · 1,007 people"))
    #expect(ProgressLine.line(half, secondsLeft: 12, width: 80).hasSuffix(" 50% · 1,007 people · 12 s left"))
  }
}
