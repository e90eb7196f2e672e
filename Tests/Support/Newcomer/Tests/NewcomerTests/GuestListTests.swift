import TUITesting
import Testing

@testable import Newcomer

@MainActor struct GuestListTests {
  @Test func `return adds a guest`() throws {
    let pilot = ApplicationPilot(root: GuestListController())
    try pilot.type("Ada\nGrace\n")
    try pilot.waitFor("2 guests")
    try pilot.waitFor("Ada")
    #expect(pilot.screen.row(of: "Ada") == 2)
  }
}
