import Testing

@testable import peoplebook_sync

@Suite struct QRCodeTests {
  private func picture(_ code: QRCode) -> String {
    (0..<code.size).map { y in String((0..<code.size).map { code[$0, y] ? "█" : "·" }) }.joined(separator: "\n")
  }

  /// A text of a length, without padding in its code.
  private func text(_ part: String, _ count: Int) -> String {
    String(String(repeating: part, count: count).prefix(count))
  }

  /// A digest of the modules, row by row.
  private func digest(_ code: QRCode) -> Int {
    (0..<code.size * code.size).reduce(0) { digest, index in
      Int((UInt128(digest) * 31 + (code[index % code.size, index / code.size] ? 1 : 2)) % (1 << 61))
    }
  }

  @Test func `a short text has the code that other programs make of it`() throws {
    let code = try #require(QRCode("peoplebook:join/AQIDBAUGBwgJCgsM", mask: 0))
    #expect(
      picture(code) == """
        ███████···██······███████
        █·····█···████·██·█·····█
        █·███·█·█··██···█·█·███·█
        █·███·█···██·███··█·███·█
        █·███·█······██···█·███·█
        █·····█····█·█·██·█·····█
        ███████·█·█·█·█·█·███████
        ········███··██·█········
        ███·█████··██··████···█··
        █···██··█··███···██···███
        ███████·█·······█··█·█·██
        █·██···████·██··█·█·█····
        ···█·██···█·█··██·█··█·██
        ··█·····█···██··█·█··█·██
        █··█████·█···██····█··███
        ·██·█··██·█·██·█·██·█··█·
        █·█·█·█·██·····██████···█
        ········█···██·██···█·█·█
        ███████·█·█·█·███·█·█·███
        █·····█·█····██·█···█··█·
        █·███·█·███·█···█████···█
        █·███·█····████·█··██··██
        █·███·█·█·█····█···████·█
        █·····█·██··█████████··█·
        ███████·█·█·█··██···█··██
        """)
  }

  @Test func `longer texts have the codes that other programs make of them`() throws {
    let expected = [
      (text("x", 154), 45, 23_905_134_369_545_474),
      (text("aB3-_", 230), 53, 1_267_066_759_260_436_001),
      (text("y", 520), 77, 601_616_552_379_905_161),
      (text("z", 1_273), 117, 1_048_415_084_832_673_369),
    ]
    for (text, size, expected) in expected {
      let code = try #require(QRCode(text, mask: 3))
      #expect(code.size == size)
      #expect(digest(code) == expected)
    }
  }

  @Test func `each mask makes the code that other programs make`() throws {
    // Digests of the codes of segno, a library for Python.
    let expected = [
      1_744_155_219_627_823_214, 2_187_444_117_702_624_932, 1_696_728_048_769_861_654, 1_123_518_004_084_354_608,
      1_286_324_074_645_241_884, 1_515_533_306_313_609_261, 1_808_952_355_240_185_202, 964_585_304_428_265_354,
    ]
    let codes = (0..<8).compactMap { QRCode("peoplebook:join/AQIDBAUGBwgJCgsM", mask: $0) }
    #expect(codes.map(digest) == expected)
  }

  @Test func `the mask with the fewest runs and squares is chosen`() {
    for (text, mask) in [("peoplebook:join/AQ", 2), (text("aB3-_", 230), 3), (text("x", 154), 0)] {
      #expect(QRCode(text) == QRCode(text, mask: mask))
    }
  }

  @Test func `a text that is too long has no code`() {
    #expect(QRCode(String(repeating: "z", count: 1_273)) != nil)
    #expect(QRCode(String(repeating: "z", count: 1_274)) == nil)
  }

  @Test func `a code fits into half as many lines as it has rows`() throws {
    let code = try #require(QRCode("peoplebook:join/AQ"))
    #expect(code.text.split(separator: "\n").count == (code.size + 5) / 2)
  }
}
