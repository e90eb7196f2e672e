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
    #expect(try JSONValue.bigInt(BigInt(UInt64.max)).decoded(as: Double.self) == Double(UInt64.max))
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

  /// A value that writes itself with nested containers.
  private struct Shape: Codable, Equatable {
    enum Key: String, CodingKey { case corners, sizes, first, rest }
    class Base: Codable {
      var name = "base"
    }
    var first = 1
    var rest: [Int?] = [2, nil, 3]
    var corners = ["a", "b"]
    var base = "base"

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let sizes = try container.nestedContainer(keyedBy: Key.self, forKey: .sizes)
      first = try sizes.decode(Int.self, forKey: .first)
      var numbers = try sizes.nestedUnkeyedContainer(forKey: .rest)
      rest = []
      while !numbers.isAtEnd { rest.append(try numbers.decodeNil() ? nil : try numbers.decode(Int.self)) }
      var texts = try container.nestedUnkeyedContainer(forKey: .corners)
      corners = []
      while !texts.isAtEnd {
        var inner = try texts.nestedUnkeyedContainer()
        corners.append(try inner.decode(String.self))
      }
      base = try Base(from: try container.superDecoder()).name
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var sizes = container.nestedContainer(keyedBy: Key.self, forKey: .sizes)
      try sizes.encode(first, forKey: .first)
      var numbers = sizes.nestedUnkeyedContainer(forKey: .rest)
      for number in rest {
        if let number { try numbers.encode(number) } else { try numbers.encodeNil() }
      }
      var texts = container.nestedUnkeyedContainer(forKey: .corners)
      for corner in corners {
        var inner = texts.nestedUnkeyedContainer()
        try inner.encode(corner)
      }
      try Base().encode(to: container.superEncoder())
    }
  }

  @Test func `nested containers keep their places`() throws {
    let value = try JSONValue(encoding: Shape())
    #expect(
      value == [
        "sizes": ["first": 1, "rest": [2, nil, 3]], "corners": [["a"], ["b"]], "super": ["name": "base"],
      ])
    #expect(try value.decoded(as: Shape.self) == Shape())
  }

  @Test func `a value is written and read as plain JSON`() throws {
    let value: JSONValue = [
      "text": "é", "fraction": 1.5, "whole": -7, "flag": true, "none": nil, "list": [1, "x", [:]],
      "object": ["a": false],
    ]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    let big = try JSONEncoder().encode([JSONValue.bigInt(BigInt(UInt64.max)), .undefined])
    #expect(String(decoding: big, as: UTF8.self) == #"["18446744073709551615",null]"#)
  }
}
