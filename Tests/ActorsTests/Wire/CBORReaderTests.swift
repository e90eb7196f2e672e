import Algorithms
import Testing

@testable import Actors

@Suite struct CBORReaderTests {
  private func value(_ hexadecimal: String, _ limits: WireLimits = WireLimits()) throws -> JSONValue {
    try CBORReader.value(of: [UInt8](hexadecimal: hexadecimal), limits: limits)
  }

  @Test func `every written value is read back`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      let value = JSONValue.random(depth: 4, using: &generator)
      #expect(try CBORReader.value(of: CBORWriter.bytes(of: value)) == value)
    }
  }

  // The examples of RFC 8949, appendix A.
  @Test(
    arguments: [
      ("00", .integer(0)), ("17", .integer(23)), ("1818", .integer(24)), ("1903e8", .integer(1_000)),
      ("1a000f4240", .integer(1_000_000)), ("1b000000e8d4a51000", .bigInt(BigInt(1_000_000_000_000))),
      ("c249010000000000000000", .bigInt(BigInt("18446744073709551616") ?? BigInt(0))),
      ("c349010000000000000000", .bigInt(BigInt("-18446744073709551617") ?? BigInt(0))),
      ("3bffffffffffffffff", .bigInt(BigInt("-18446744073709551616") ?? BigInt(0))),
      ("20", .integer(-1)), ("3903e7", .integer(-1_000)), ("f90000", .integer(0)), ("f98000", .double(-0.0)),
      ("f93c00", .integer(1)), ("f93e00", .double(1.5)), ("f97bff", .integer(65_504)),
      ("f90001", .double(5.960464477539063e-8)), ("f90400", .double(0.00006103515625)),
      ("fa47c35000", .integer(100_000)), ("fb3ff199999999999a", .double(1.1)), ("f97c00", .double(.infinity)),
      ("f4", false), ("f5", true), ("f6", nil), ("f7", .undefined), ("f0", .undefined),
      ("c074323031332d30332d32315432303a30343a30305a", "2013-03-21T20:04:00Z"),
      ("c11a514b67b0", .integer(1_363_896_240)),
      ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("6449455446", "IETF"), ("62c3bc", "ü"),
      ("83010203", [1, 2, 3]), ("a201020304", ["1": 2, "3": 4]), ("a26161016162820203", ["a": 1, "b": [2, 3]]),
      ("5f42010243030405ff", .bytes([1, 2, 3, 4, 5])), ("7f657374726561646d696e67ff", "streaming"),
      ("9f018202039f0405ffff", [1, [2, 3], [4, 5]]), ("bf61610161629f0203ffff", ["a": 1, "b": [2, 3]]),
      ("c240", .bigInt(BigInt(0))), ("c24101", .bigInt(BigInt(1))), ("b90002616101616202", ["a": 1, "b": 2]),
      ("826a24556e646566696e656400", ["$Undefined", 0]), ("826224780a", ["$x", 10]),
    ] as [(String, JSONValue)])
  func `an example of the standard is read`(bytes: String, expected: JSONValue) throws {
    #expect(try value(bytes) == expected)
  }

  @Test func `an array that looks like an escape is one for a client only`() throws {
    let bytes = CBORWriter.bytes(of: [["$Undefined", 0], ["$Set", [1]], ["$x", 10]])
    #expect(try WireEncoding.cbor.value(of: bytes) == [["$Undefined", 0], ["$Set", [1]], ["$x", 10]])
    #expect(try WireEncoding.cbor.serverValue(of: bytes) == [.undefined, [1], ["$x", 10]])
  }

  @Test func `integers are as wide as JavaScript needs them`() {
    #expect(CBORWriter.bytes(of: .bigInt(BigInt(3))) == [0x1B, 0, 0, 0, 0, 0, 0, 0, 3])
    #expect(CBORWriter.bytes(of: .integer(3)) == [3])
    #expect(CBORWriter.bytes(of: .integer(1 << 40)).first == 0xFB)
    #expect(CBORWriter.bytes(of: .integer(.max)).first == 0x1B)
    #expect(CBORWriter.bytes(of: .integer(.min)).first == 0x3B)
  }

  @Test(arguments: [
    "", "18", "1c", "1f", "61", "62c3", "61ff", "5f6161ff", "82", "8201", "a1", "a101", "a18001", "9f", "9f01",
    "bf01ff",
    "ff", "0000", "c2", "9bffffffffffffffff", "5affffffff00", "df", "5f", "5f4101", "7f", "bf", "bf616101",
  ])
  func `bytes that are not CBOR are refused`(bytes: String) {
    #expect(throws: WireError.self) { try value(bytes) }
  }

  @Test(arguments: [("1c", 0), ("82001c", 2)])
  func `an error names the place of a reserved head`(bytes: String, offset: Int) {
    #expect(throws: WireError.malformed(offset: offset)) { try value(bytes) }
  }

  @Test func `a message has at most a million values`() throws {
    func message(_ count: Int) -> [UInt8] { CBORWriter.bytes(of: .array(Array(repeating: .null, count: count))) }
    // The array is one of them.
    #expect(try CBORReader.value(of: message(999_999)).elements?.count == 999_999)
    #expect(throws: WireError.tooMany) { try CBORReader.value(of: message(1_000_000)) }
  }

  @Test func `limits hold`() throws {
    let limits = WireLimits(bytes: 100, depth: 10, values: 20)
    _ = try value(String(repeating: "81", count: 10) + "00", limits)
    _ = try value("93" + String(repeating: "00", count: 19), limits)
    #expect(throws: WireError.tooLarge) { try value(String(repeating: "00", count: 101), limits) }
    #expect(throws: WireError.tooDeep) { try value(String(repeating: "81", count: 11) + "00", limits) }
    #expect(throws: WireError.tooDeep) { try value(String(repeating: "c1", count: 11) + "00", limits) }
    #expect(throws: WireError.tooMany) { try value("981e" + String(repeating: "00", count: 30), limits) }
    #expect(throws: WireError.tooLarge) { try value("c2590400" + String(repeating: "ff", count: 1024)) }
  }

  @Test func `random bytes never trap`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<20_000 {
      var bytes = CBORWriter.bytes(of: .random(depth: 3, using: &generator))
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      _ = try? CBORReader.value(of: bytes)
    }
  }
}
