import FoundationEssentials
import Testing

@testable import Actors

@Suite struct ValueEncoderTests {
  struct Person: Codable, Hashable {
    enum Kind: String, Codable { case friend, relative }
    var name: String
    var age: UInt64
    var weight: Double?
    var kind = Kind.friend
    var photo = Data([1, 2])
    var friends: [Person] = []
    var notes: [String: JSONValue] = [:]
  }

  @Test func `a value is encoded and decoded`() throws {
    let grace = Person(name: "Grace", age: .max, notes: ["a": [1, nil]])
    let ada = Person(name: "Ada", age: 36, weight: 61.5, kind: .relative, friends: [grace])
    let value = try JSONValue(encoding: ada)
    #expect(value["friends"]?.elements?.first?["age"] == .bigInt(BigInt(UInt64.max)))
    #expect(value["photo"] == .bytes([1, 2]))
    #expect(try value.decoded(as: Person.self) == ada)
    #expect(try WireJSONReader.value(of: WireJSONWriter.bytes(of: value)).decoded(as: Person.self) == ada)
    #expect(try CBORReader.value(of: CBORWriter.bytes(of: value)).decoded(as: Person.self) == ada)
  }

  @Test func `an integer of 64 bits is not rounded`() throws {
    for number in [Int64.max, .min, 9_007_199_254_740_993, 0, -1] {
      let value = try JSONValue(encoding: number)
      #expect(try WireJSONReader.value(of: WireJSONWriter.bytes(of: value)).decoded(as: Int64.self) == number)
      #expect(try CBORReader.value(of: CBORWriter.bytes(of: value)).decoded(as: Int64.self) == number)
    }
  }

  @Test func `whole floating-point numbers decode as integers`() throws {
    #expect(try JSONValue.double(1e15).decoded(as: Int.self) == 1_000_000_000_000_000)
    #expect(try JSONValue.double(3).decoded(as: UInt8.self) == 3)
    #expect(try JSONValue.integer(3).decoded(as: Double.self) == 3)
    #expect(throws: DecodingError.self) { try JSONValue.double(1.5).decoded(as: Int.self) }
    #expect(throws: DecodingError.self) { try JSONValue.integer(300).decoded(as: UInt8.self) }
    #expect(throws: DecodingError.self) { try JSONValue.string("1").decoded(as: Int.self) }
  }

  @Test func `null and undefined decode as nil, nothing else does`() throws {
    #expect(try JSONValue.null.decoded(as: Int?.self) == nil)
    #expect(try JSONValue.undefined.decoded(as: Int?.self) == nil)
    #expect(try JSONValue.integer(1).decoded(as: Int?.self) == 1)
    #expect(throws: DecodingError.self) { try JSONValue.null.decoded(as: Int.self) }
  }
}
