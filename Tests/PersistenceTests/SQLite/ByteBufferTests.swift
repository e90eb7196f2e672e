import Persistence
import Testing

struct ByteBufferTests {
  @Test func `appended bytes are kept in order while the buffer grows`() {
    var buffer = ByteBuffer(capacity: 0)
    var expected: [UInt8] = []
    for number in 0..<2_000 {
      let byte = UInt8(number & 0xFF)
      buffer.append(byte)
      buffer.append("ab€")
      let more = [UInt8](repeating: byte, count: number % 40)
      more.withUnsafeBytes { buffer.append($0) }
      expected += [byte] + Array("ab€".utf8) + more
    }
    #expect(buffer.count == expected.count)
    #expect([UInt8](buffer.bytes(0..<buffer.count)) == expected)
    #expect([UInt8](buffer.bytes(1..<6)) == Array("ab€".utf8))
  }

  @Test func `a buffer without its bytes is empty`() {
    var buffer = ByteBuffer()
    buffer.append("old")
    buffer.removeAll()
    #expect(buffer.count == 0)
    buffer.append("n")
    #expect(String(decoding: buffer.bytes(0..<buffer.count), as: UTF8.self) == "n")
    buffer.append(UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(buffer.count == 1)
  }
}
