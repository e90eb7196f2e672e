import FoundationEssentials
import TUIKit
import Testing

@testable import TUITesting

@Suite struct `A snapshot` {
  private func screen(_ text: String) -> ScreenContents {
    let terminal = VirtualTerminal(size: Size(width: 12, height: 3))
    terminal.write(text)
    return terminal.contents
  }

  @Test func `is readable text`() {
    let shown = screen("\u{1B}]0;book\u{7}\u{1B}[1mAda\u{1B}[m \u{1B}[2m日本\u{1B}[m\r\n\u{1B}[1mGr\u{1B}[mace")
    #expect(
      ScreenSnapshot.text(of: shown) == """
        12×3 “book”
          │Ada 日本    │
          ╎aaa bbbb
        ▸ │Grace       │
          ╎aa   ▮
          │            │
        a = bold
        b = dim

        """)
  }

  @Test func `a line up to the last column is not padded`() {
    #expect(ScreenSnapshot.text(of: screen("Ada\u{1B}[1;12Hx")).contains("│Ada        x│\n"))
  }

  @Test func `agrees with its recording`() throws {
    try ScreenSnapshot.verify(screen("Ada\r\n\u{1B}[7mGrace\u{1B}[m"), named: "two people")
  }

  @Test func `is stored outside of every target`() {
    #expect(
      ScreenSnapshot.folder(forTestIn: "/project/Tests/TUIKitTests/Table/TableTests.swift")
        == "/project/Tests/Snapshots/TUIKitTests/TableTests")
    #expect(ScreenSnapshot.folder(forTestIn: "/project/Look.swift") == "/project/Snapshots/Look")
  }

  @Test func `shows the difference line by line`() {
    let difference = LineDifference(from: "a\nb\nc\nd\ne\nf\ng", to: "a\nb\nc\nd\nE\nf\ng\nh")
    #expect(difference.description == "  ⋯\n  c\n  d\n- e\n+ E\n  f\n  g\n+ h")
  }

  @Test func `two lines around each change are shown`() {
    let difference = LineDifference(from: "a\nb\nc\nd\ne\nf\ng\nh", to: "A\nb\nc\nd\ne\nf\ng\nH")
    #expect(difference.description == "- a\n+ A\n  b\n  c\n  ⋯\n  f\n  g\n- h\n+ H")
  }

  @Test func `the difference of single lines leaves nothing out`() {
    #expect(LineDifference(from: "a", to: "b").description == "- a\n+ b")
  }

  @Test func `a blank line is a line of a difference`() {
    #expect(LineDifference(from: "a\n\nb", to: "a\n\nc").description == "  a\n  \n- b\n+ c")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == nil))
  func `a screen without a recording, or unlike it, fails`() throws {
    let missing = #expect(throws: SnapshotMismatch.self) { try ScreenSnapshot.verify(screen("Ada"), named: "nobody") }
    #expect(missing?.description.contains("make snapshots") == true)
    let changed = #expect(throws: SnapshotMismatch.self) {
      try ScreenSnapshot.verify(screen("Ada\r\nGrace"), named: "two people")
    }
    #expect(changed?.description.contains("\n-   ╎aaaaa") == true)
  }
}
