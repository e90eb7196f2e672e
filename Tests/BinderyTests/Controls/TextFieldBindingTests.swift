import Bindery
import Reactive
import TUIKit
import Testing
import Time

@Suite @MainActor struct `A bound text field` {
  let field = TextField()
  let name = CurrentValue<String, Never>("")

  private func bind(_ binding: TextFieldBinding) -> BindingGroup {
    BindingGroup { field *= binding }
  }

  private func type(_ text: String) {
    for character in text { _ = field.keyPressed(KeyEvent(.character(character))) }
  }

  @Test func `sends each text once, edits in the middle included`() {
    var sent: [String] = []
    let log = name.sink { sent.append($0) }
    let group = bind(TextFieldBinding().subject(name))
    type("ab")
    _ = field.keyPressed(KeyEvent(.backspace))
    _ = field.keyPressed(KeyEvent(.home))
    type("🇫🇷")
    #expect(sent == ["", "a", "ab", "a", "🇫🇷a"])
    name.value = "Grace"
    #expect(field.text == "Grace")
    withExtendedLifetime((group, log)) {}
  }

  @Test func `sends to a subject or an optional value`() {
    let events = Subject<String, Never>()
    let maybe = CurrentValue<String?, Never>("x")
    var sent: [String] = []
    let log = events.sink { sent.append($0) }
    var group = bind(.subject(events))
    type("a")
    #expect(sent == ["a"])
    group = bind(TextFieldBinding().subject(maybe))
    #expect(field.text == "x")
    _ = field.keyPressed(KeyEvent(.backspace))
    #expect(maybe.value == nil)
    let optional = Subject<String?, Never>()
    var texts: [String?] = []
    let other = optional.sink { texts.append($0) }
    group = bind(.subject(optional).maximumLength(1))
    type("ab")
    _ = field.keyPressed(KeyEvent(.backspace))
    #expect(texts == ["a", nil])
    optional.send("Ada")
    #expect(field.text == "Ada")
    withExtendedLifetime((group, log, other)) {}
  }

  @Test func `accepts only text that every link accepts`() {
    let group = bind(
      TextFieldBinding().subject(name).shouldChange { !$0.contains("x") }
        .shouldChange { $0.allSatisfy(\.isLowercase) })
    type("axAb")
    #expect(name.value == "ab")
    withExtendedLifetime(group) {}
  }

  @Test func `cuts a paste to the maximum length`() {
    let group = bind(TextFieldBinding().subject(name).shouldChange { !$0.contains("z") }.maximumLength(5))
    type("abc")
    _ = field.pasted("defg")
    #expect(name.value == "abcde")
    type("f")
    #expect(name.value == "abcde")
    _ = field.keyPressed(KeyEvent(.backspace))
    type("z")
    #expect(name.value == "abcd")
    withExtendedLifetime(group) {}
  }

  @Test func `shortens, replaces and cuts a text that is too long`() {
    name.value = "abcdefgh"
    let group = bind(TextFieldBinding().subject(name).maximumLength(3))
    _ = field.keyPressed(KeyEvent(.backspace))
    #expect(name.value == "abcdefg")
    _ = field.keyPressed(KeyEvent(.home))
    _ = field.keyPressed(KeyEvent(.right, .shift))
    _ = field.pasted("x")
    #expect(name.value == "xbcdefg")
    _ = field.pasted("y")
    #expect(name.value == "xbcdefg")
    _ = field.keyPressed(KeyEvent(.character("k"), .control))
    #expect(name.value == "x")
    withExtendedLifetime(group) {}
  }

  @Test func `reformats its text before the bound values receive it`() {
    var sent: [String] = []
    let log = name.sink { sent.append($0) }
    let group = bind(TextFieldBinding().subject(name).format { $0.uppercased() })
    type("ada")
    #expect(field.text == "ADA")
    #expect(field.editor.cursor == 3)
    #expect(sent == ["", "A", "AD", "ADA"])
    withExtendedLifetime((group, log)) {}
  }

  @Test func `moves the focus to the next field and reports Enter`() {
    let window = Window(size: Size(width: 20, height: 4), frameClock: FrameClock(scheduler: ManualScheduler()))
    let next = TextField()
    for view in [field, next] { window.contentView.addSubview(view) }
    var returns = 0
    let group = BindingGroup {
      field *= TextFieldBinding().didReturn { returns += 1 }.nextField(next)
    }
    window.makeFirstResponder(field)
    #expect(field.keyPressed(KeyEvent(.enter)))
    #expect(next.isFirstResponder)
    #expect(returns == 1)
    group.clear()
    _ = field.keyPressed(KeyEvent(.enter))
    #expect(returns == 1)
  }

  @Test func `may refuse Enter`() {
    var returns = 0
    let group = bind(TextFieldBinding().didReturn { returns += 1 }.answering(\.shouldReturn) { !$0.text.isEmpty })
    #expect(field.keyPressed(KeyEvent(.enter)))
    #expect(returns == 0)
    type("a")
    _ = field.keyPressed(KeyEvent(.enter))
    #expect(returns == 1)
    withExtendedLifetime(group) {}
  }

  @Test func `shows an error on its row`() {
    let row = FormView().addRow("Name", field)
    let problem = name.map { $0.isEmpty ? "A name is needed." : nil }
    let group = bind(TextFieldBinding().subject(name).message(problem, on: row))
    #expect(row.message == "A name is needed.")
    #expect(field.isInvalid)
    type("A")
    #expect(row.message == nil)
    #expect(!field.isInvalid)
    withExtendedLifetime(group) {}
  }

  @Test func `asks a weakly held fallback what no link answers`() {
    final class Rest: TextFieldDelegate {
      var log: [String] = []
      func textFieldDidChange(_ textField: TextField) { log.append("change") }
      func textFieldShouldReturn(_ textField: TextField) -> Bool {
        log.append("return")
        return true
      }
    }
    weak var dead: Rest?
    let group = BindingGroup()
    do {
      let rest = Rest()
      dead = rest
      group.capture { field *= TextFieldBinding().didChange { _ in }.default(rest) }
      type("a")
      _ = field.keyPressed(KeyEvent(.enter))
      #expect(rest.log == ["return"])
    }
    #expect(dead == nil)
    _ = field.keyPressed(KeyEvent(.enter))
  }

  @Test func `ends an earlier chain with all its bindings`() {
    let invalid = CurrentValue<Bool, Never>(true)
    var returns = 0
    let group = BindingGroup {
      field *= TextFieldBinding().subject(name).isInvalid(invalid).didReturn { returns += 1 }
      field *= .subject(name)
    }
    #expect(invalid.subscriberCount == 0 && name.subscriberCount == 1)
    _ = field.keyPressed(KeyEvent(.enter))
    #expect(returns == 0)
    group.clear()
    #expect(field.delegate == nil && name.subscriberCount == 0)
    type("a")
    #expect(name.value == "")
  }

  @Test func `ends with its group even after the delegate was replaced`() {
    final class Other: TextFieldDelegate {}
    let other = Other()
    let group = bind(TextFieldBinding().subject(name))
    field.delegate = other
    group.clear()
    #expect(field.delegate === other)
    #expect(field.attachments["delegate"] == nil && name.subscriberCount == 0)
  }

  @Test func `ends its subscriptions when it is released`() {
    let group = BindingGroup()
    weak var dead: TextField?
    do {
      let field = TextField()
      dead = field
      group.capture { field *= TextFieldBinding().subject(name).nextField(field).isEnabled(name.map(\.isEmpty)) }
      #expect(name.subscriberCount == 2)
    }
    #expect(dead == nil)
    #expect(name.subscriberCount == 0)
  }

  @Test func `has room for what a paste replaces`() {
    name.value = "abc"
    let group = bind(TextFieldBinding().subject(name).maximumLength(5))
    func selectLast(_ count: Int) {
      _ = field.keyPressed(KeyEvent(.end))
      for _ in 0..<count { _ = field.keyPressed(KeyEvent(.left, .shift)) }
    }
    selectLast(2)
    _ = field.pasted("1234")
    #expect(name.value == "a1234")
    selectLast(2)
    _ = field.pasted("xyz")
    #expect(name.value == "a12xy")
    selectLast(5)
    _ = field.pasted("vwxyz")
    #expect(name.value == "vwxyz")
    _ = field.pasted("!")
    #expect(name.value == "vwxyz")
    withExtendedLifetime(group) {}
  }

  /// A delegate that allows nothing and records what it is asked.
  final class Strict: TextFieldDelegate {
    var log: [String] = []
    var allows = false
    func textField(
      _ textField: TextField, shouldChangeCharactersIn range: Range<Int>, replacement: String
    ) -> Bool {
      log.append("\(range) \(replacement)")
      return allows
    }
    func textFieldShouldReturn(_ textField: TextField) -> Bool {
      log.append("return?")
      return allows
    }
    func textFieldShouldBeginEditing(_ textField: TextField) -> Bool {
      log.append("begin?")
      return allows
    }
    func textFieldDidBeginEditing(_ textField: TextField) { log.append("begin") }
    func textFieldDidEndEditing(_ textField: TextField) { log.append("end") }
    func textFieldDidChange(_ textField: TextField) { log.append("change") }
  }

  @Test func `leaves every question without a link to the fallback`() {
    let strict = Strict()
    let window = Window(size: Size(width: 20, height: 4), frameClock: FrameClock(scheduler: ManualScheduler()))
    window.contentView.addSubview(field)
    let group = bind(TextFieldBinding().default(strict))
    #expect(!field.canBecomeFirstResponder)
    #expect(field.keyPressed(KeyEvent(.enter)))
    type("a")
    #expect(field.text == "")
    #expect(strict.log == ["begin?", "return?", "0..<0 a"])
    strict.allows = true
    strict.log = []
    window.makeFirstResponder(field)
    type("a")
    #expect(!field.keyPressed(KeyEvent(.enter)))
    window.makeFirstResponder(nil)
    #expect(strict.log.filter { $0 != "begin?" } == ["begin", "0..<0 a", "change", "return?", "end"])
    withExtendedLifetime(group) {}
  }

  @Test func `asks no fallback what a link answers`() {
    let strict = Strict()
    let window = Window(size: Size(width: 20, height: 4), frameClock: FrameClock(scheduler: ManualScheduler()))
    window.contentView.addSubview(field)
    var log: [String] = []
    let group = bind(
      TextFieldBinding().default(strict).didBeginEditing { log.append("begin") }.didEndEditing { log.append("end") }
        .didChange { log.append($0.text) }.didReturn { log.append("return") }.shouldChange { $0 != "ab" }
        .answering(\.shouldReturn) { _ in true }.answering(\.shouldBeginEditing) { _ in true })
    window.makeFirstResponder(field)
    type("abc")
    _ = field.keyPressed(KeyEvent(.enter))
    window.makeFirstResponder(nil)
    #expect(log == ["begin", "a", "ac", "return", "end"])
    #expect(strict.log.isEmpty)
    withExtendedLifetime(group) {}
  }

  @Test func `calls the actions of the field for Enter beside its link`() {
    var log: [String] = []
    let group = bind(TextFieldBinding().didReturn { log.append("link") })
    #expect(field.keyPressed(KeyEvent(.enter)))
    field.addAction(for: .primaryAction) { log.append("action") }
    #expect(field.keyPressed(KeyEvent(.enter)))
    #expect(log == ["link", "link", "action"])
    withExtendedLifetime(group) {}
  }
}
