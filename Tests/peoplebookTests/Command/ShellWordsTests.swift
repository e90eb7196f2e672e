import Testing

@testable import peoplebook

struct ShellWordsTests {
  @Test(arguments: [
    ("", [""]), ("a", ["a"]), ("a ", ["a", ""]), ("  a  b", ["a", "b"]), ("a\\ b c", ["a b", "c"]),
    ("'a b' \"c d", ["a b", "c d"]), ("\"a\\\"b\\c\"", ["a\"b\\c"]), ("'a\\'", ["a\\"]), ("a'b'\"c\"", ["abc"]),
    ("a\\", ["a"]), ("'", [""]), ("--x=\"a b\" ", ["--x=a b", ""]), ("é\tü", ["é", "ü"]),
    ("a '' b", ["a", "", "b"]), ("\"\" ", ["", ""]), ("a'' ''b  c", ["a", "b", "c"]),
  ])
  func `a line is divided as a shell divides it`(line: String, words: [String]) {
    #expect(ShellWords.words(in: line) == words)
  }
}
