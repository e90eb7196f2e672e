import FoundationEssentials
import Glibc
import TUIKit
import TUITesting
import Testing

/// The README's pictures, drawn from the built program; `make pictures` writes them to `Resources/pictures`.
@Suite struct `Pictures of the real screens` {
  private static let sample: String = {
    let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    return "\(root)/Resources"
  }()

  private let book: TestBook

  init() throws {
    book = TestBook("family.db")
  }

  private func open() throws -> ProgramPilot {
    #expect(try book.run("import", "\(Self.sample)/sample.vcf").status == 0)
    let pilot = try ProgramPilot(
      TestBook.program, ["--book", "family.db", "--no-motion"],
      environment: ["HOME": book.folder, "COLORTERM": "truecolor"],
      size: Size(width: 100, height: 26), directory: book.folder)
    try pilot.waitUntil("the sample book") { $0.contains("1 of ") && $0.contains("Tags") }
    for _ in 0..<3 { try pilot.press(.down) }
    try pilot.waitFor("4 of ")
    return pilot
  }

  private func write(_ svg: String, named name: String) throws {
    guard getenv("RECORD_PICTURES") != nil else { return }
    let folder = "\(Self.sample)/pictures"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(svg.utf8).write(to: URL(filePath: "\(folder)/\(name).svg"))
  }

  @Test func `a picture of the list`() throws {
    let pilot = try open()
    let svg = ScreenPicture(title: "peoplebook").svg(of: pilot.screen)
    #expect(svg.contains("Peoplebook") && svg.contains("4 of "))
    try write(svg, named: "list")
  }

  @Test func `a picture of the form`() throws {
    let pilot = try open()
    try pilot.press("e")
    try pilot.waitFor("First name")
    let svg = ScreenPicture(title: "peoplebook", showsCursor: true).svg(of: pilot.screen)
    #expect(svg.contains("Last name"))
    try write(svg, named: "form")
  }
}
