import FoundationEssentials
import Glibc
import PeoplebookCore
import Testing

struct TypedPathTests {
  @Test func `a path may be typed, pasted or dropped`() {
    let home = getenv("HOME").map { String(cString: $0) } ?? "~"
    for (text, path) in [
      ("/a/b.vcf", "/a/b.vcf"), ("  /a/b c.vcf \t\n", "/a/b c.vcf"), ("'/a/b c.vcf' ", "/a/b c.vcf"),
      ("\"/a/b.vcf\"", "/a/b.vcf"), ("/a/b\\ c\\'s.vcf", "/a/b c's.vcf"),
      ("/a/b\\\\c\\\\\\ d.vcf", "/a/b\\c\\ d.vcf"), ("file:///a/b%20c%C3%A9.vcf", "/a/b cé.vcf"),
      ("file://localhost/a/100%.vcf", "/a/100%.vcf"), ("file:///a/%+5b", "/a/%+5b"), ("~", home),
      ("~/a.vcf", home + "/a.vcf"),
      ("'~/a b.vcf'", home + "/a b.vcf"), ("~other/a.vcf", "~other/a.vcf"), ("", ""), ("  ", ""), ("'", "'"),
      ("'/a/b", "'/a/b"), ("/a/b'", "/a/b'"), ("'/a/b\"", "'/a/b\""), ("''", ""),
    ] {
      #expect(TypedPath.path(text) == path, "\(text)")
    }
  }

  @Test func `the home folder is shown as a tilde`() {
    let home = getenv("HOME").map { String(cString: $0) } ?? "~"
    for (path, shown) in [
      ("\(home)/a.json:1:2: no", "~/a.json:1:2: no"), ("\(home)s/a.json", "\(home)s/a.json"), (home, home),
      ("a\(home)/b", "a\(home)/b"), ("", ""),
    ] {
      #expect(TypedPath.abbreviated(path) == shown)
    }
  }

  @Test func `a path is completed with matching files and folders`() throws {
    let place = TemporaryBook()
    let folder = place.folder
    for name in ["people.vcf", "people.csv", ".hidden", "other.vcf"] {
      try Data().write(to: URL(filePath: "\(folder)/\(name)"))
    }
    mkdir("\(folder)/peoples", 0o700)
    #expect(
      TypedPath.completions(of: "\(folder)/peo") == ["people.csv", "people.vcf", "peoples/"].map { "\(folder)/\($0)" })
    #expect(TypedPath.completions(of: "\(folder)/").count == 4)
    #expect(TypedPath.completions(of: "\(folder)/.h") == ["\(folder)/.hidden"])
    #expect(TypedPath.completions(of: "\(place.folder)/nowhere/x").isEmpty)
  }

  @Test func `a lone minus is a file, not standard input`() {
    #expect(TypedPath.path(" - ") == "./-")
  }
}
