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

  @Test func `a parameter without a source counts as 0`() throws {
    let converter = try converter(#""calculate", "operation": "add", "value": {"bind": "amount"}"#)
    #expect(converter.convert(.number(3)).number == 3)
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

  @Test(arguments: [
    ("multiply", 0.0, 5.0, 0.0), ("power", 0, 5, 5), ("modulo", 3, 2, 2), ("round", 0, 2.5, 2.5),
    ("floor", 0, 2.5, 2.5),
    ("ceil", 0, 2.5, 2.5), ("atan2", 1, 0.5, 0.5),
  ])
  func `an operation without an inverse leaves the value`(
    operation: String, operand: Double, value: Double, result: Double
  ) throws {
    let converter = try converter(#""calculate", "operation": "\#(operation)", "value": \#(operand)"#)
    #expect(converter.reversed(.number(value)).number == result)
    #expect(converter.reversed(.string("a")).number == 0)
  }

  @Test(arguments: [("cos", 0.5), ("sin", 0.5), ("tan", 0.5), ("acos", 0.5), ("asin", 0.5), ("atan", 0.5)])
  func `a function of angles is undone by its inverse`(operation: String, value: Double) throws {
    let converter = try converter(#""calculate", "operation": "\#(operation)""#)
    let there = converter.convert(.number(value)).number ?? 0
    #expect(abs((converter.reversed(.number(there)).number ?? 0) - value) < 1e-9)
    #expect(abs(there - value) > 0.01)
  }

  @Test(
    arguments: [
      (#""rangeMap", "minimumInput": 10, "maximumInput": 20, "minimumOutput": 1, "maximumOutput": 3"#, 15.0, 2.0),
      (
        #""rangeMap", "minimumInput": 1, "maximumInput": 3, "minimumOutput": 10, "maximumOutput": 20, "reverse": true"#,
        15, 2
      ),
      (#""radians""#, 90, .pi / 2), (#""normalize", "minimum": 10, "maximum": 30"#, 25, 0.75),
      (#""normalize", "minimum": -10, "maximum": 10"#, 0, 0.5),
    ] as [(String, Double, Double)])
  func `a range is mapped in both directions`(json: String, number: Double, result: Double) throws {
    let converter = try converter(json)
    #expect(abs((converter.convert(.number(number)).number ?? 0) - result) < 1e-12)
    #expect(abs((converter.reversed(.number(result)).number ?? 0) - number) < 1e-12)
  }

  @Test func `a text is read as the number that it shows, and the reverse`() throws {
    #expect(try converter(#""toString", "decimals": 1"#).reversed(.string("2.5 kg")).number == 2.5)
    #expect(try converter(#""toNumber""#).reversed(.number(2.5)).text == "2.500000")
    #expect(try converter(#""trim""#).reversed(.string(" a ")).text == " a ")
    guard case .boolean(false) = try converter(#""negate""#).reversed(.boolean(true)) else {
      Issue.record("not negated")
      return
    }
  }

  @Test(
    arguments: [
      (0xFFFF_0000, "0 100 50"), (0xFF00_FF00, "120 100 50"), (0xFF00_00FF, "240 100 50"), (0xFFFF_00FF, "300 100 50"),
      (0xFF80_8080, "0 0 50"), (0xFF00_0000, "0 0 0"), (0xFFFF_FFFF, "0 0 100"), (0xFF40_8040, "120 33 38"),
      (0xFFC0_C0FF, "240 100 88"), (0xFFFF_0080, "330 100 50"), (0xFF00_80FF, "210 100 50"),
    ] as [(UInt32, String)])
  func `a colour has hue, saturation and lightness`(value: UInt32, text: String) throws {
    #expect(try self.text(#""toString", "color": "%h %s %l""#, .color(Color(value))) == text)
  }

  @Test(arguments: [
    ("%R%G%B%A", "0A0B0C0D"), ("%r,%g,%b,%a", "10,11,12,13"), ("100%", "100%"), ("%x %", "%x %"),
    (#"\\%r\\\\%%r"#, #"%r\%10"#),
    ("", ""), ("plain", "plain"),
  ])
  func `a colour is written by its pattern`(pattern: String, text: String) throws {
    let color = Color(red: 10, green: 11, blue: 12, alpha: 13)
    #expect(try self.text(#""toString", "color": "\#(pattern)""#, .color(color)) == text)
  }

  @Test(arguments: [
    (0.0, "0"), (999, "999"), (1000, "1,000"), (-999, "-999"), (-1000, "-1,000"), (999_999, "999,999"),
    (1_000_000.4, "1,000,000"), (.infinity, "inf"), (-0.4, "0"), (-0.5, "-1"), (0.5, "1"),
  ])
  func `thousands are set apart by commas`(number: Double, result: String) throws {
    #expect(try text(#""toString", "decimals": 0, "commas": true"#, .number(number)) == result)
  }

  @Test(arguments: [
    (-0.04, "-0.0"), (1.25, "1.3"), (-1.25, "-1.3"), (1e15, "1000000000000000.0"), (0.05, "0.1"),
  ])
  func `decimals are rounded away from zero`(number: Double, result: String) throws {
    let expected = result == "-0.0" ? "0.0" : result
    #expect(try text(#""toString", "decimals": 1"#, .number(number)) == expected)
  }

  @Test func `numbers have commas before the point only, and no zeros after it`() throws {
    let json = #""toString", "decimals": 4, "commas": true, "removeTrailingZeros": true"#
    #expect(try text(json, .number(1234.5)) == "1,234.5")
    #expect(try text(json, .number(1234)) == "1,234")
    #expect(try text(json, .number(0)) == "0")
    #expect(try text(#""toString", "decimals": -1"#, .number(12.3)) == "12")
    #expect(try text(#""toString", "decimals": 99"#, .number(0.5)) == "0.500000000000")
  }

  @Test(arguments: [
    ("", "0.0"), ("+5", "5.0"), ("-", "0.0"), ("1.5.2", "1.5"), (".5", "0.5"), ("1e", "1.0"), ("1e400", "1e+40"),
    ("\t 7", "7.0"),
    ("- 7", "0.0"), ("12abc34", "12.0"),
  ])
  func `the number at the start of a text is read`(text: String, result: String) throws {
    #expect(try self.text(#""toNumber""#, .string(text)) == result)
  }

  @Test func `positions, events and other values become numbers and texts`() throws {
    #expect(try text(#""toNumber""#, .index(7)) == "7.0" && text(#""toString""#, .index(7)) == "7")
    #expect(try text(#""toNumber""#, .trigger(3)) == "3.0" && text(#""toString""#, .trigger(3)) == "3")
    #expect(try text(#""toNumber""#, .boolean(false)) == "0.0")
    #expect(try text(#""toNumber""#, .image(nil)) == "0.0" && text(#""toString""#, .image(nil)) == "")
  }

  @Test(arguments: [
    (#""pad", "length": 3, "text": "ab""#, "xyz", "xyz"), (#""pad", "length": 4, "text": "ab""#, "xyz", "axyz"),
    (#""pad", "length": 8, "text": "ab", "side": "end""#, "xyz", "xyzababa"),
    (#""pad", "length": 5, "text": """#, "x", "x"),
    (#""pad", "length": -1"#, "x", "x"), (#""trim", "side": "end""#, "  a ", "  a"), (#""trim""#, "   ", ""),
    (#""removeTrailingZeros""#, "0.0", "0"), (#""removeTrailingZeros""#, "10.", "10"),
    (#""removeTrailingZeros""#, "1.0a", "1.0a"),
  ])
  func `texts are padded, trimmed and shortened`(json: String, input: String, result: String) throws {
    #expect(try text(json, .string(input)) == result)
  }

  @Test(arguments: [10_000, 10_001, 20_000])
  func `a text is padded to 10,000 characters at most`(length: Int) throws {
    #expect(try text(#""pad", "length": \#(length)"#, .string("x")).count == 10_000)
  }

  @Test func `each event counts, and a list has a length`() throws {
    let counter = try converter(#""trigger""#)
    let counts = (0..<3).map { _ -> UInt64 in
      if case .trigger(let count) = counter.convert(.string("a")) { return count }
      return 0
    }
    #expect(counts == [1, 2, 3])
    let instance = try SceneFixtures.ada()
    #expect(try text(#""listLength""#, .list(InstanceList([instance, instance]))) == "2.0")
  }

  @Test(arguments: [
    ("min(3, {input}, 4)", 2.0), ("max(1, {input})", 2), ("abs(-{input})", 2), ("abs({input})", 2),
    ("clamp({input}, 3, 5)", 3),
    ("clamp({input}, 0, 1)", 1), ("clamp({input}, 0, 5)", 2), ("clamp({input}, 5, 1)", 5),
    ("lerp(10, 20, {input} / 4)", 15),
    ("lerp({input}, 4, 0)", 2), ("2 - 3 - {input}", -3), ("8 / 2 / {input}", 2), ("2 ^ 3 ^ {input}", 512),
    ("7 % 4 % {input}", 1),
    ("1 + {input} * 3", 7), ("(1 + {input}) * 3", 9), ("pi * 0 + {input}", 2),
  ])
  func `a formula is calculated in its usual order`(formula: String, result: Double) throws {
    let converter = try converter(#""formula", "formula": "\#(formula)""#)
    #expect(converter.convert(.number(2)).number == result)
  }

  @Test func `an interpolated value may turn to another one on its way`() throws {
    let scene = try SceneFixtures.scene(
      children: #"[{"type": "bar", "name": "b", "value": {"bind": "amount", "converter": "g"}}]"#,
      converters: """
        [{"name": "slow", "type": "interpolate", "duration": 1000},
         {"name": "double", "type": "calculate", "operation": "multiply", "value": 2},
         {"name": "g", "type": "group", "converters": ["double", "slow"]}]
        """)
    func value() -> Double { scene.element("b").number(.value) }
    let amount = NumberProperty(path: "amount")
    scene.advance(by: 0)
    try scene.instance.setValue(of: amount, to: 13)
    scene.advance(by: 0)
    #expect(scene.advance(by: 0.25))
    #expect(value() == 11)
    try scene.instance.setValue(of: amount, to: 0.5)
    scene.advance(by: 0)
    #expect(value() == 11)
    scene.advance(by: 0.5)
    #expect(value() == 6)
    scene.advance(by: 0.75)
    #expect(value() == 1 && !scene.advance(by: 0.1))
  }
}
