import Testing

@testable import Scenes

@MainActor
@Suite struct ConverterTests {
  /// What the converter of a file makes of a value.
  private func converter(_ json: String) throws -> Converter {
    let content = try SceneFixtures.file(#"{"converters": [{"name": "c", "type": \#(json)}]}"#).content
    return Converter(content.converters[0]) {}
  }

  private func text(_ json: String, _ value: Value) throws -> String {
    switch try converter(json).convert(value) {
    case .string(let text): text
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .trigger(let count): "\(count)"
    default: "another type"
    }
  }

  @Test(arguments: [
    (#""round""#, 2.5, "3.0"), (#""round""#, -2.5, "-3.0"), (#""round", "decimals": 1"#, 1.25, "1.3"),
    (#""calculate", "operation": "add", "value": 2"#, 3, "5.0"),
    (#""calculate", "operation": "subtract", "value": 2"#, 3, "1.0"),
    (#""calculate", "operation": "divide", "value": 0"#, 3, "0.0"),
    (#""calculate", "operation": "modulo", "value": 5"#, -3, "2.0"),
    (#""calculate", "operation": "sqrt""#, 9, "3.0"), (#""calculate", "operation": "power", "value": 2"#, 3, "9.0"),
    (#""calculate", "operation": "floor""#, -1.5, "-2.0"), (#""calculate", "operation": "ceil""#, 1.2, "2.0"),
    (#""calculate", "operation": "atan2", "value": 1"#, 0, "0.0"),
    (#""rangeMap", "maximumInput": 10, "maximumOutput": 100"#, 5, "50.0"),
    (#""rangeMap", "maximumInput": 10, "maximumOutput": 100"#, 20, "200.0"),
    (#""rangeMap", "maximumInput": 10, "maximumOutput": 100, "clampUpper": true"#, 20, "100.0"),
    (#""rangeMap", "maximumInput": 10, "maximumOutput": 100, "clampLower": true"#, -20, "0.0"),
    (#""rangeMap", "maximumInput": 10, "maximumOutput": 100, "modulo": true"#, 25, "50.0"),
    (#""rangeMap", "maximumInput": 10, "maximumOutput": 100, "reverse": true"#, 50, "5.0"),
    (#""rangeMap", "minimumOutput": 4, "maximumOutput": 4"#, 50, "4.0"),
    (#""normalize", "minimum": 10, "maximum": 20"#, 15, "0.5"), (#""radians""#, 180, "3.141592653589793"),
    (#""formula", "formula": "round({input} * 100 / 8) % 7 + 2^3^0""#, 5, "2.0"),
    (#""formula", "formula": "-({input} + 1) * max(1, 2, 3)""#, 1, "-6.0"),
    (#""formula", "formula": "clamp({input}, 0, 10) + pi - pi""#, 50, "10.0"),
    (#""formula", "formula": "-{input}^2""#, 3, "-9.0"), (#""formula", "formula": "(-{input})^2""#, 3, "9.0"),
    (#""formula", "formula": "2^-{input}^2 - -1""#, 1, "1.5"), (#""formula", "formula": "-{input} % 5""#, 3, "2.0"),
    (#""formula", "formula": "6 / -{input} * 2""#, 3, "-4.0"), (#""formula", "formula": "--{input}""#, 3, "3.0"),
    (#""toString", "decimals": 2"#, 1234.5, "1234.50"), (#""toString""#, 1.5, "1.500000"),
    (#""toString", "removeTrailingZeros": true"#, 1.5, "1.5"),
    (#""toString", "decimals": 0, "commas": true"#, -1_234_567, "-1,234,567"),
    (#""toString", "decimals": 0"#, -0.1, "0"),
    (#""negate""#, 1, "false"), (#""listLength""#, 1, "0.0"), (#""trim""#, 1, ""), (#""pad", "length": 2"#, 1, ""),
  ])
  func `numbers are converted`(json: String, number: Double, result: String) throws {
    #expect(try text(json, .number(number)) == result)
  }

  @Test(arguments: [
    (#""toNumber""#, " 12.5 apples", "12.5"), (#""toNumber""#, "apples", "0.0"), (#""toNumber""#, "-3e2x", "-300.0"),
    (#""pad", "length": 5, "text": "ab""#, "xyz", "abxyz"), (#""pad", "length": 5, "side": "end""#, "xyz", "xyz  "),
    (#""trim""#, "  a b ", "a b"), (#""trim", "side": "start""#, "  a ", "a "),
    (#""trim", "side": "none""#, " a", " a"),
    (#""removeTrailingZeros""#, "1.500", "1.5"), (#""removeTrailingZeros""#, "100", "100"), (#""trigger""#, "a", "1"),
    (#""round""#, "a", "0.0"), (#""calculate", "operation": "add", "value": 5"#, "a", "0.0"),
    (#""calculate", "operation": "cos""#, "a", "0.0"), (#""rangeMap", "minimumOutput": 4"#, "a", "0.0"),
    (#""formula", "formula": "{input} + 1""#, "a", "0.0"), (#""normalize", "minimum": -1"#, "a", "0.0"),
    (#""group", "converters": []"#, "a", "a"),
  ])
  func `texts are converted`(json: String, input: String, result: String) throws {
    #expect(try text(json, .string(input)) == result)
  }

  @Test func `booleans, enums and colours become text and numbers`() throws {
    #expect(try text(#""toString""#, .boolean(true)) == "1")
    #expect(try text(#""toString""#, .boolean(false)) == "0")
    #expect(try text(#""toNumber""#, .boolean(true)) == "1.0")
    let side = EnumType("Side", ["start", "end"])
    #expect(try text(#""toString""#, .option(side, 1)) == "end")
    #expect(try text(#""toNumber""#, .option(side, 1)) == "1.0")
    let shown = EnumType("Side", ["start"], texts: ["At the start"])
    #expect(try text(#""toString""#, .option(shown, 0)) == "At the start")
    let color = Color(0x80FF_8000)
    #expect(try text(#""toNumber""#, .color(color)) == "\(Double(0x80FF_8000 as UInt32))")
    #expect(try text(#""toString", "color": "%r-%G-%a \\%h %h %s %l""#, .color(color)) == "255-80-128 %h 30 100 50")
    #expect(try text(#""negate""#, .boolean(false)) == "true")
  }

  @Test func `a group is a pipeline, reversed from its end`() throws {
    let text = """
      {"converters": [
        {"name": "a", "type": "calculate", "operation": "add", "value": 1},
        {"name": "b", "type": "calculate", "operation": "multiply", "value": 10},
        {"name": "g", "type": "group", "converters": ["a", "b"]}]}
      """
    let content = try SceneFixtures.file(text).content
    let group = Converter(content.converters[2]) {}
    #expect(group.convert(.number(2)).number == 30)
    #expect(group.reversed(.number(30)).number == 2)
  }

  @Test(arguments: ["add", "subtract", "multiply", "divide", "power", "sqrt", "exp", "log"])
  func `an operation is undone by its inverse`(operation: String) throws {
    let value = operation == "sqrt" || operation == "exp" || operation == "log" ? "" : #", "value": 3"#
    let converter = try converter(#""calculate", "operation": "\#(operation)"\#(value)"#)
    let back = converter.reversed(converter.convert(.number(2))).number ?? 0
    #expect(abs(back - 2) < 1e-9)
  }

  @Test func `an interpolated value jumps first, then takes its time`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "converter": "slow"}}]"#,
      converters: #"[{"name": "slow", "type": "interpolate", "duration": 1000}]"#)
    #expect(!scene.advance(by: 0))
    #expect(scene.element("b").number(.value) == 3)
    try scene.instance.setValue(of: NumberProperty(path: "amount"), to: 13)
    #expect(scene.advance(by: 0))
    #expect(scene.element("b").number(.value) == 3)
    #expect(scene.advance(by: 0.5))
    #expect(scene.element("b").number(.value) == 8)
    scene.advance(by: 0.5)
    #expect(scene.element("b").number(.value) == 13)
    #expect(!scene.advance(by: 0.1))
  }

  @Test(arguments: [
    ("exp", 1, "2.72"), ("log", 1, "0.00"), ("cos", 0, "1.00"), ("sin", 1, "0.84"), ("tan", 1, "1.56"),
    ("acos", 1, "0.00"), ("asin", 1, "1.57"), ("atan", 1, "0.79"), ("round", -1.5, "-2.00"),
  ])
  func `an operation of one number is calculated`(operation: String, number: Double, result: String) throws {
    let content = try SceneFixtures.file(
      """
      {"converters": [{"name": "o", "type": "calculate", "operation": "\(operation)"},
         {"name": "t", "type": "toString", "decimals": 2}, {"name": "c", "type": "group", "converters": ["o", "t"]},
         {"name": "f", "type": "formula", "formula": "\(operation)({input})"}]}
      """
    ).content
    #expect(Converter(content.converters[2]) {}.convert(.number(number)).text == result)
    let formula = Converter(content.converters[3]) {}.convert(.number(number))
    #expect(formula.number == Converter(content.converters[0]) {}.convert(.number(number)).number)
  }

  @Test func `a formula draws random numbers as its mode says`() throws {
    func draws(_ mode: String) throws -> [Bool] {
      let converter = try converter(#""formula", "formula": "random + 0 * {input}", "random": "\#(mode)""#)
      let numbers = [1.0, 1, 2].map { converter.convert(.number($0)).number ?? 0 }
      #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
      return [numbers[0] == numbers[1], numbers[1] == numbers[2]]
    }
    #expect(try draws("once") == [true, true])
    #expect(try draws("sourceChange") == [true, false])
    #expect(try draws("always") == [false, false])
  }

  @Test func `a colour moves to its new value too`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "color": {"bind": "tint", "converter": "slow"}}]"#,
      converters: #"[{"name": "slow", "type": "interpolate", "duration": 1000}]"#)
    scene.advance(by: 0)
    try scene.instance.setValue(of: ColorProperty(path: "tint"), to: Color(0xFFFF_FFFF))
    scene.advance(by: 0)
    scene.advance(by: 0.5)
    #expect(scene.element("b").color(.color) == Color(0xFF80_8080))
  }

  @Test func `a range is mapped along a curve`() throws {
    let curved = try converter(#""rangeMap", "maximumInput": 10, "maximumOutput": 100, "easing": "hold""#)
    #expect(curved.convert(.number(9)).number == 0)
    #expect(curved.convert(.number(10)).number == 100)
  }

  @Test func `a parameter follows the property that it is bound to`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "converter": "c"}}]"#,
      converters: #"[{"name": "c", "type": "formula", "formula": "{input} * {second}"}]"#)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == 0)
    try scene.instance.setValue(of: NumberProperty(path: "second"), to: 4)
    scene.advance(by: 0)
    #expect(scene.element("b").number(.value) == 12)
  }

  @Test(arguments: [
    ("1 +", "at character 4 of the formula: a value is missing"),
    ("(1", "at character 3 of the formula: a closing parenthesis is missing"),
    ("rond(1)", "at character 5 of the formula: unknown function “rond”; did you mean “round”?"),
    ("lerp(1)", "at character 8 of the formula: “lerp” has 3 arguments"),
    ("1 2", "at character 3 of the formula: an operator is missing"),
  ])
  func `a mistake in a formula is reported with its place`(formula: String, message: String) {
    let text = #"{"converters": [{"name": "c", "type": "formula", "formula": "\#(formula)"}]}"#
    #expect(SceneFixtures.problem(of: text) == "card.json:1:61: converters/c/formula: \(message)")
  }
}
