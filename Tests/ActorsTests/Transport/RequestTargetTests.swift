import Testing

@testable import Actors

@Suite struct RequestTargetTests {
  @Test func `a path stays encoded, and arguments are decoded`() {
    let target = RequestTarget("/gateway/a%2Fb/action/c%2F%2Fd?name=x+y%2B&key=%C3%BC%26&&e")
    #expect(target?.path == "/gateway/a%2Fb/action/c%2F%2Fd")
    #expect(target?.arguments == ["name=x y+", "key=ü&", "e"])
  }

  @Test(arguments: [
    "", "*", "a", "/%", "/%f", "/%zz", "/%FF", "/%00", "/a%0Ab", "/?key=%0A", "/?key=a%00", "/?key=%00x", "/?a=%0d",
    "/?a=%7F", "/?a=%ff",
  ])
  func `an address that cannot be meant is refused`(text: String) {
    #expect(RequestTarget(text) == nil)
  }

  @Test func `what the library has decoded is encoded again`() {
    #expect(RequestTarget(decodedPath: "/a b/%", arguments: ["ü"])?.path == "/a%20b/%25")
    for text in ["/a\0", "/a\u{FFFD}", "/\n"] { #expect(RequestTarget(decodedPath: text, arguments: []) == nil) }
    #expect(RequestTarget(decodedPath: "/", arguments: ["key=\0"]) == nil)
  }
}
