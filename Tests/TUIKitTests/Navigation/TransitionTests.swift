import Testing
import Time

@testable import TUIKit

/// Transitions, drawn every millisecond.
@Suite @MainActor struct TransitionTests {
  private let scheduler = ManualScheduler()
  private let window: Window
  private let surface = Surface(size: Size(width: 40, height: 12))
  private let one = ViewController()
  private let navigation: NavigationController

  init() {
    let clock = FrameClock(scheduler: scheduler, interval: .milliseconds(1))
    window = Window(size: surface.size, frameClock: clock)
    navigation = NavigationController(rootViewController: one)
    window.rootViewController = navigation
    clock.onFrame = { [window, surface] in window.draw(into: surface) }
    scheduler.run()
  }

  private func advance(_ milliseconds: Int) { scheduler.advance(by: .milliseconds(milliseconds)) }

  /// Whether the change slides, and whether it is over after exactly 120 milliseconds.
  private func slides(_ change: () -> Void) -> Bool {
    change()
    guard navigation.isInTransition else { return false }
    advance(119)
    #expect(navigation.isInTransition)
    advance(1)
    #expect(!navigation.isInTransition)
    return true
  }

  @Test func `pushes and pops slide by default, replacements do not`() {
    let (two, three) = (ViewController(), ViewController())
    #expect(slides { navigation.push(two) } && !slides { navigation.push(three, animated: false) })
    #expect(slides { navigation.pop() } && !slides { navigation.push(three, animated: false) })
    #expect(slides { navigation.popTo(one) } && !slides { navigation.push(three, animated: false) })
    #expect(slides { navigation.popToRoot() } && !slides { navigation.push(three, animated: false) })
    #expect(slides { navigation.push(one) } && !slides { navigation.push(three, animated: false) })
    #expect(!slides { navigation.replace(with: two) } && slides { navigation.replace(with: three, animated: true) })
    #expect(
      !slides { navigation.setViewControllers([one]) }
        && slides { navigation.setViewControllers([one, two], animated: true) })
    #expect(
      !slides { navigation.push(two) } && !slides { navigation.pop(animated: false) }
        && navigation.viewControllers.count == 1)
  }

  @Test func `a screen slides in from its own side`() {
    let two = ViewController()
    two.view = Label("two")
    one.view = Label("one two three four five six seven eight")
    func text() -> String { surface.line(0) }
    navigation.push(two)
    advance(1)
    #expect(text() == String(repeating: " ", count: 10) + "two")
    advance(29)
    #expect(text() == "    two" && surface.style(at: Point(x: 4, y: 0)).mix == (.surface, 5))
    advance(90)
    #expect(text() == "two" && surface.style(at: .zero).mix.step == 0)
    navigation.pop()
    advance(1)
    #expect(text().hasPrefix("ree four"))
    advance(119)
    #expect(text().hasPrefix("one two"))
  }

  @Test func `a screen that still disappears is not presented`() {
    let two = ViewController()
    navigation.push(two, animated: false)
    navigation.pop()
    #expect(!one.present(two) && one.presentedViewController == nil)
    advance(120)
    #expect(one.present(two))
  }

  @Test func `completions wait for the appearance`() {
    var log: [String] = []
    navigation.push(ViewController()) { log.append("push") }
    advance(119)
    #expect(log.isEmpty)
    advance(1)
    #expect(log == ["push"])
    navigation.push(navigation.viewControllers[1]) { log.append("same") }
    #expect(log == ["push", "same"])
    window.rootViewController = nil
    navigation.push(ViewController()) { log.append("later") }
    #expect(log.count == 2 && !navigation.isInTransition)
    window.rootViewController = navigation
    #expect(log.last == "later")
  }

  @Test func `a sheet fades in within 120 milliseconds`() {
    let sheet = ViewController()
    sheet.preferredContentSize = Size(width: 10, height: 2)
    var isOver = false
    one.present(sheet) { isOver = true }
    var steps: [Int] = []
    for _ in 0..<119 {
      advance(1)
      steps.append(surface.style(at: Point(x: 15, y: 4)).mix.step)
    }
    #expect(steps == steps.sorted(by: >) && steps.first == 11 && steps.last == 0)
    #expect([19, 38, 46, 58, 77].map { steps[$0] } == [7, 3, 3, 1, 0])
    #expect(!isOver)
    scheduler.run()
    #expect(isOver && surface.style(at: Point(x: 15, y: 4)).mix.step == 0)
    sheet.dismiss()
    isOver = false
    one.present(sheet, animated: false) { isOver = true }
    #expect(isOver)
  }

  @Test func `a toast disappears 120 milliseconds after its time`() {
    Toast.show("Hello", in: window, for: .milliseconds(500))
    let count = window.contentView.subviews.count
    advance(619)
    #expect(window.contentView.subviews.count == count)
    advance(1)
    #expect(window.contentView.subviews.count == count - 1)
    navigation.showToast("Again")
    advance(3_119)
    #expect(window.contentView.subviews.count == count)
    advance(1)
    #expect(window.contentView.subviews.count == count - 1)
  }
}
