import PeoplebookCore
import TUIKit
import TUITesting
import Testing
import Time

@testable import peoplebook

@MainActor
@Suite struct PromptViewControllerTests {
  private final class Answers { var list: [String] = [] }

  private let window = Window(
    size: Size(width: 80, height: 24), frameClock: FrameClock(scheduler: ManualScheduler()))
  private let root = ViewController()
  private let answers = Answers()

  /// Asks for one of some paths.
  private func ask(_ paths: [String] = []) {
    window.frameClock.isMotionEnabled = false
    window.rootViewController = root
    var question = PromptViewController.Question(title: "The file", example: "a.vcf", need: "Type a path")
    question.completions = { typed in paths.filter { $0.hasPrefix(typed) } }
    question.refusal = { $0 == "no" ? "“no” is refused" : nil }
    root.present(PromptViewController(question) { [answers] in answers.list.append($0) }, style: .sheet)
  }

  private func press(_ keys: KeyEvent...) {
    for key in keys { window.send(.key(key)) }
  }

  private func type(_ text: String) {
    for character in text { press(KeyEvent(.character(character))) }
  }

  /// The lines of the sheet below the question.
  private var lines: [String] {
    let surface = Surface(size: window.size)
    window.draw(into: surface)
    return (0..<window.size.height).map { surface.line($0).trimmed }.filter { !$0.isEmpty && $0 != "The file" }
  }

  @Test func `Tab completes what is common, and lists six of the paths`() {
    let paths = (1...7).map { "people\($0).vcf" }
    ask(paths + ["x.vcf"])
    #expect(lines == ["for example a.vcf", "tab completes the path"])
    type("p")
    press(KeyEvent(.tab))
    #expect(lines == ["people"] + paths.prefix(6) + ["… 1 more"])
    type("7")
    press(KeyEvent(.tab))
    #expect(lines == ["people7.vcf"])
  }

  @Test func `six paths are listed whole`() {
    let paths = (1...6).map { "people\($0).vcf" }
    ask(paths)
    press(KeyEvent(.tab))
    #expect(lines == ["people"] + paths)
    type("x")
    press(KeyEvent(.tab))
    #expect(lines == ["peoplex", "No file name starts with this"])
  }

  @Test func `an empty or refused answer is explained, and another is returned`() {
    ask()
    press(KeyEvent(.enter))
    #expect(lines == ["for example a.vcf", "Type a path"])
    type("no")
    press(KeyEvent(.enter))
    #expect(lines == ["no", "“no” is refused"])
    press(KeyEvent(.backspace))
    #expect(lines == ["n"])
    press(KeyEvent(.enter))
    #expect(answers.list == ["n"] && root.presentedViewController == nil)
  }
}
