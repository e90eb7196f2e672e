import Testing

@testable import Persistence

@Suite struct RecordIDTests {
  @Test(
    arguments: [
      (0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF, 4, "00112233-4455-4677-8899-aabbccddeeff"),
      (0xFFEE_DDCC_BBAA_9988_7766_5544_3322_1100, 8, "ffeeddcc-bbaa-8988-b766-554433221100"),
    ] as [(UInt128, UInt8, String)])
  func `an id has the bits of its number`(number: UInt128, version: UInt8, id: String) {
    #expect(RecordID.text(number, version: version) == id)
  }

  @Test func `random ids differ`() {
    #expect(RecordID.make() != RecordID.make())
  }
}
