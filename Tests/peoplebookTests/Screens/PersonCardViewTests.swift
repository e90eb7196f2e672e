import PeoplebookCore
import TUIKit
import Testing
import Time

@testable import peoplebook

@MainActor
@Suite struct PersonCardViewTests {
  private let card = PersonCardView()
  private let window = Window(
    size: Size(width: 48, height: 10), frameClock: FrameClock(scheduler: ManualScheduler()))
  private let surface = Surface(size: Size(width: 48, height: 10))
  private var person = Person()

  init() {
    let controller = ViewController()
    card.frame = Rect(size: window.size)
    controller.view.addSubview(card)
    window.rootViewController = controller
    person.id = "1"
    person.firstName = "Ada"
    person.phones = [LabeledValue(label: "work", value: "+44 20 7946 0018")]
    person.note = (1...30).map { "Line \($0)." }.joined(separator: "\n")
  }

  private var text: String {
    window.draw(into: surface)
    return (0..<surface.size.height).map(surface.line).joined(separator: "\n")
  }

  @Test func `a long note scrolls, and another person begins at the top`() {
    card.card = PersonCard(person, today: nil)
    #expect(text.contains("Ada") && text.contains("┃") && !text.contains("Line 30."))
    for _ in 0..<20 { window.send(.mouse(MouseEvent(.scrollDown, .none, at: Point(x: 10, y: 5)))) }
    #expect(text.contains("Line 30.") && !text.contains("Ada"))
    var other = person
    other.firstName = "Bea"
    card.card = PersonCard(other, today: nil)
    #expect(text.contains("Bea"))
  }

  @Test func `the keys scroll through a value higher than the card`() {
    card.card = PersonCard(person, today: nil)
    card.becomeFirstResponder()
    func press(_ key: KeyEvent.Key, times: Int = 1) {
      for _ in 0..<times {
        window.send(.key(KeyEvent(key)))
        _ = text
      }
    }
    press(.down, times: 2)
    #expect(text.contains("Line 1.") && !text.contains("Line 30."))
    press(.down, times: 8)
    #expect(!text.contains("Line 1."))
    press(.down, times: 40)
    #expect(text.contains("Line 30."))
    press(.up, times: 60)
    #expect(text.contains("Ada"))
    press(.end)
    #expect(text.contains("Line 30."))
  }

  @Test func `the selection follows its value`() {
    var person = person
    let phone = "+44 20 7946 0018"
    person.note = ""
    person.emails = [LabeledValue(value: "ada@example.org")]
    func show() {
      card.card = PersonCard(person, today: nil)
      for _ in 0..<2 { _ = text }
    }
    func press(_ key: KeyEvent.Key) {
      window.send(.key(KeyEvent(key)))
      _ = text
    }
    var copied: String {
      press(.character("y"))
      return window.pasteboard.string
    }
    show()
    card.becomeFirstResponder()
    press(.down)
    #expect(copied == phone)
    person.emails.insert(LabeledValue(value: "new@example.org"), at: 0)
    show()
    #expect(copied == phone)
    person.phones[0].value = "+44 1632 960012"
    show()
    #expect(copied == "+44 1632 960012")
    person.phones = []
    show()
    #expect(copied == "new@example.org")
    // Equal values are selected one after the other.
    person.emails = [LabeledValue(value: "same@example.org"), LabeledValue(value: "same@example.org")]
    person.phones = [LabeledValue(label: "work", value: phone)]
    show()
    press(.home)
    press(.down)
    #expect(copied == "same@example.org")
    press(.down)
    #expect(copied == phone)
  }

  @Test func `the key for a value is named after what its program does`() {
    var person = person
    person.note = ""
    person.emails = [LabeledValue(value: "ada@example.org")]
    person.links = [LabeledValue(value: "https://example.org")]
    person.addresses = [LabeledValue(value: "St James's Square, London")]
    card.card = PersonCard(person, today: nil)
    card.becomeFirstResponder()
    var titles: Set<String> = []
    for _ in 0..<6 {
      _ = text
      for command in card.keyCommands where command.keys.contains(KeyEvent(.character("o"))) && command.isEnabled() {
        titles.insert(command.title)
      }
      window.send(.key(KeyEvent(.down)))
    }
    #expect(titles == ["call", "mail", "map", "open"])
  }

  @Test func `a copy of the tags separates them as the form does`() {
    var person = person
    (person.phones, person.note) = ([], "")
    person.tags = ["old friend", "math"]
    card.card = PersonCard(person, today: nil)
    card.becomeFirstResponder()
    #expect(text.contains("old friend"))
    window.send(.key(KeyEvent(.character("y"))))
    #expect(window.pasteboard.string == "old friend, math")
  }

  @Test func `a long value is wrapped beside its label`() {
    var person = person
    person.note = ""
    person.emails = [LabeledValue(value: String(repeating: "long", count: 20) + "@example.org")]
    card.card = PersonCard(person, today: nil)
    #expect(text.split(separator: "\n").count { $0.contains("longlong") } == 3 && !text.contains("…"))
  }
}
