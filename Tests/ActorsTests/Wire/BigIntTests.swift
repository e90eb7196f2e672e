import Testing

@testable import Actors

@Suite struct BigIntTests {
  @Test func `a number has up to 1,024 digits`() throws {
    let greatest = String(repeating: "9", count: BigInt.mostDigits)
    let number = try #require(BigInt(greatest))
    #expect(BigInt(isNegative: false, magnitude: number.magnitude) == number)
    #expect(BigInt("-" + greatest) == BigInt(isNegative: true, magnitude: number.magnitude))
    #expect(BigInt(greatest + "9") == nil)
    // The next number ends in the byte after 0xFF, or has one byte more.
    var next = number.magnitude
    for index in next.indices.reversed() {
      next[index] &+= 1
      if next[index] != 0 { break }
    }
    #expect(BigInt(isNegative: false, magnitude: next) == nil)
    let zeros = [UInt8](repeating: 0, count: 511)
    #expect(BigInt(isNegative: false, magnitude: zeros + [1]) == BigInt("1"))
    #expect(BigInt(isNegative: false, magnitude: zeros + [0, 1]) == nil)
  }

  @Test(arguments: [
    "0", "1", "-1", "255", "256", "999999999", "1000000000", "-340282366920938463463374607431768211456",
  ])
  func `the bytes of a number are read as they were written`(text: String) throws {
    let number = try #require(BigInt(text))
    #expect(number.description == text)
    #expect(BigInt(isNegative: number.isNegative, magnitude: number.magnitude) == number)
  }

  @Test(arguments: ["", "+", "-", "+5", "+99999999999999999999", "5 ", "0x5", "--5", "５"])
  func `what is not written in digits alone is no number`(text: String) {
    #expect(BigInt(text) == nil)
  }

  @Test(arguments: [
    "-18446744073709551616", "-18446744073709551617", "-18446744073709551872", "-36893488147419103232",
    "-36893488147419103233", "-340282366920938463463374607431768211456",
  ])
  func `a negative number is read back from CBOR, whatever it borrows`(text: String) throws {
    let value = JSONValue.bigInt(try #require(BigInt(text)))
    #expect(try CBORReader.value(of: CBORWriter.bytes(of: value)) == value)
  }
}
