import TUIKit
import TUITesting
import Testing

@testable import Examples

@Suite @MainActor struct GalleryTests {
  nonisolated static let sizes = [
    Size(width: 100, height: 30), Size(width: 80, height: 24), Size(width: 60, height: 18),
  ]

  private func pilot(_ size: Size, theme: Theme = .dark) -> ApplicationPilot {
    let pilot = ApplicationPilot(root: ViewController(), size: size, theme: theme)
    pilot.application.window.rootViewController = GalleryViewController(application: pilot.application) { $0 + "!" }
    return pilot
  }

  @Test(arguments: 0..<9, sizes) func `each page agrees with its snapshot`(page: Int, size: Size) throws {
    // Without colours a picture is drawn in shades, which a snapshot can show.
    let pilot = pilot(size, theme: page == 3 ? .none : .dark)
    try pilot.press(Character("\(page + 1)"), .alt)
    try pilot.settle()
    let name = ["controls", "table", "words", "charts", "overlays", "split", "looks", "bindings", "scenes"][page]
    try ScreenSnapshot.verify(pilot.screen, named: "\(name)-\(size.width)x\(size.height)")
  }

  @Test(arguments: 0..<8) func `each overlay agrees with its snapshot`(button: Int) throws {
    let pilot = pilot(Size(width: 80, height: 24))
    try pilot.press("5", .alt)
    for _ in 0..<button { try pilot.press(.down) }
    try pilot.press(.enter)
    try pilot.waitUntil("the overlay stands") { _ in !pilot.application.frameClock.isAnimating }
    try ScreenSnapshot.verify(pilot.screen, named: "overlay-\(button)")
  }

  @Test func `rows are added, marked and deleted`() throws {
    let pilot = pilot(Size(width: 80, height: 24))
    try pilot.press("2", .alt)
    try pilot.waitFor("1 of 102")
    try pilot.type("a")
    try pilot.waitFor("Newcomer 1")
    try pilot.press(.down)
    try pilot.type("  ")
    try pilot.waitFor("2 marked")
    try pilot.type("d")
    try pilot.waitFor("2 rows are gone")
    try pilot.waitForNo("Newcomer")
    try pilot.press(".")
    try pilot.waitFor("Move to the end")
    try pilot.press("d")
    try pilot.waitFor("One row is gone")
  }

  @Test func `bound rows are moved by keys, and the selection follows`() throws {
    let pilot = pilot(Size(width: 80, height: 24))
    try pilot.press("8", .alt)
    try pilot.waitFor("2 of 6")
    try pilot.press(.down, .alt)
    try pilot.waitFor("3 of 6")
    try pilot.waitUntil("the task is below the next one") {
      ($0.row(of: "Note G") ?? 0) > ($0.row(of: "Letter to") ?? 99)
    }
  }

  @Test func `a scene shows the values that controls change`() throws {
    let pilot = pilot(Size(width: 80, height: 24))
    try pilot.press("9", .alt)
    try pilot.waitUntil("the scene") { $0.contains("machine.json") && $0.contains("number 3") }
    try pilot.type("!\t ")
    try pilot.waitUntil("the changes") { $0.contains("Engine!") && $0.contains("stopped") }
    try pilot.type("\t\t")
    try pilot.press(.enter)
    try pilot.waitFor("number 5")
  }

  @Test func `every theme can be chosen at run time`() throws {
    let pilot = pilot(Size(width: 80, height: 24))
    for theme in ["light", "neutral", "high-contrast", "16-colors", "16-colors-light", "none", "dark"] {
      try pilot.press("t", .control)
      try pilot.waitFor(theme)
    }
  }
}
