import Algorithms
import Testing

@testable import Actors

@Suite struct WireJSONReaderTests {
  private func value(_ text: String, _ limits: WireLimits = WireLimits()) throws -> JSONValue {
    try WireJSONReader.value(of: [UInt8](text), limits: limits)
  }

  @Test func `a value is read back from its form in ASCII`() throws {
    let value: JSONValue = ["é": ["Größe 𝒳", "a~\u{7F}\n\"\\", 1]]
    let text = WireJSONWriter.ascii(of: value)
    #expect(text == #"{"\u00e9":["Gr\u00f6\u00dfe \ud835\udcb3","a~\u007f\n\"\\",1]}"#)
    #expect(try WireJSONReader.value(of: Array(text.utf8)) == value)
  }

  @Test(arguments: [9_007_199_254_740_991, -9_007_199_254_740_991, 9_007_199_254_740_992] as [Int64])
  func `an integer that JavaScript knows exactly is written as a number`(value: Int64) {
    let isSafe = abs(value) <= JSONValue.largestSafeInteger
    let text = String(decoding: WireJSONWriter.bytes(of: .integer(value)), as: UTF8.self)
    #expect(text == (isSafe ? "\(value)" : "[\"$BigInt\",\"\(value)\"]"))
  }

  @Test func `control characters have their short forms, or else numbers`() throws {
    let text = String(String.UnicodeScalarView((0...33).compactMap { Unicode.Scalar($0) }))
    let written = String(decoding: WireJSONWriter.bytes(of: .string(text)), as: UTF8.self)
    let numbers = (0...31).map { "\\u00" + ($0 < 16 ? "0" : "1") + String($0 % 16, radix: 16) }
    let short = [8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r"]
    #expect(written == "\"" + numbers.enumerated().map { short[$0] ?? $1 }.joined() + " !\"")
    #expect(try value(written) == .string(text))
  }

  @Test func `members are written in the order of their names`() {
    for number in 0..<50 {
      let value: JSONValue = .object(["b\(number)": 1, "a\(number)": 2])
      let written = String(decoding: WireJSONWriter.bytes(of: value), as: UTF8.self)
      #expect(written == #"{"a\#(number)":2,"b\#(number)":1}"#)
    }
  }

  @Test func `every written value is read back`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let value = JSONValue.random(depth: 4, using: &generator)
      #expect(try WireJSONReader.value(of: WireJSONWriter.bytes(of: value)) == value)
    }
  }

  @Test(
    arguments: [
      (#"["$BigInt","12345678901234567890"]"#, .bigInt(BigInt(12_345_678_901_234_567_890 as UInt64))),
      (#"["$BigInt",5]"#, .integer(5)),
      (#"["$Uint8Array","AQID"]"#, .bytes([1, 2, 3])), (#"["$ArrayBuffer","AQID"]"#, .bytes([1, 2, 3])),
      (#"["$Undefined",0]"#, .undefined), (#"["$Set",[1,2]]"#, [1, 2]), (#"["$$BigInt","1"]"#, ["$BigInt", "1"]),
      (#"["$a",1,2]"#, ["$a", 1, 2]), (#"["$a"]"#, ["$a"]),
    ] as [(String, JSONValue)])
  func `an escape is read as what it means`(text: String, expected: JSONValue) throws {
    #expect(try value(text) == expected)
  }

  @Test(
    arguments: [
      ("1.0", .integer(1)), ("-0", .double(-0.0)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("1e3", .integer(1000)), ("1.5e-3", .double(0.0015)),
      ("18446744073709551616", .bigInt(BigInt("18446744073709551616") ?? BigInt(0))),
      (#""\u00e9\ud83d\ude42\ud800x\/""#, "é🙂\u{FFFD}x/"), (" [ 1 , { \"a\" : null } ] ", [1, ["a": nil]]),
    ] as [(String, JSONValue)])
  func `numbers and texts are read without loss`(text: String, expected: JSONValue) throws {
    #expect(try value(text) == expected)
  }

  @Test(arguments: [
    "", " ", "[", "]", "{", "{\"a\"}", "{\"a\":}", "{a:1}", "[1,]", "[1 2]", "01", "1.", ".5", "-", "+1", "1e", "nul",
    "tru", "\"", "\"\\x\"", "\"\\u12\"", "\"\n\"", "1 2", "[\"$Nothing\",1]", "[\"$BigInt\",\"x\"]",
    "[\"$Uint8Array\",\"!\"]", "{\"a\":1,}", "NaN", "'a'",
  ])
  func `text that is not JSON is refused`(text: String) {
    #expect(throws: WireError.self) { try value(text) }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(throws: WireError.self) { try WireJSONReader.value(of: [34, 0xC3, 34]) }
    #expect(throws: WireError.self) { try WireJSONReader.value(of: [34, 92, 110, 0xFF, 34]) }
  }

  @Test func `limits hold`() {
    let limits = WireLimits(bytes: 1_000, depth: 10, values: 20)
    #expect(throws: WireError.tooLarge) { try value(String(repeating: " ", count: 1_001), limits) }
    #expect(throws: WireError.tooDeep) { try value(String(repeating: "[", count: 11), limits) }
    #expect(throws: WireError.tooMany) { try value("[" + String(repeating: "1,", count: 30) + "1]", limits) }
    #expect(throws: WireError.tooDeep) { try value(String(repeating: "[", count: 1_000_000)) }
  }

  @Test func `random bytes never trap`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      var bytes = WireJSONWriter.bytes(of: .random(depth: 3, using: &generator))
      for _ in 0..<3 where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      _ = try? WireJSONReader.value(of: bytes)
    }
  }
}
