import Algorithms
import Testing

@Suite struct ControlCharactersTests {
  @Test(arguments: [
    (0x0, "␀"), (0xA, "␊"), (0x1B, "␛"), (0x1F, "␟"), (0x20, nil), (0x7E, nil), (0x7F, "␡"), (0x80, "␦"), (0x9F, "␦"),
    (0xA0, nil), (0x61B, nil), (0x61C, "·"), (0x61D, nil), (0x200D, nil), (0x200E, "·"), (0x200F, "·"), (0x2010, nil),
    (0x2027, nil), (0x2028, "␊"), (0x2029, "␊"), (0x202A, "·"), (0x202E, "·"), (0x202F, nil), (0x2065, nil),
    (0x2066, "·"), (0x2069, "·"), (0x206A, "·"), (0x206F, "·"), (0x2070, nil), (0xD_FFFF, nil), (0xE_0000, "·"),
    (0xE_007F, "·"), (0xE_0080, nil),
  ])
  func `a control character has a visible stand-in`(value: UInt32, standIn: Unicode.Scalar?) {
    #expect(Unicode.Scalar(value)?.standIn == standIn)
  }
}
