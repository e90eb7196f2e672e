import Bindery
import Reactive
import ReactiveTesting
import TUIKit
import Testing

@Suite @MainActor struct `A property that is bound to a publisher` {
  let target = PlainTarget()
  let label = Label("")
  let subject = CurrentValue<String, Never>("Ada")
  let ledger = LifetimeLedger()

  @Test func `has the current value at once, and each later one`() {
    let group = BindingGroup { target.textBinding *= subject }
    #expect(target.text == "Ada")
    for name in ["Grace", "Grace", "Hedy"] { subject.value = name }
    #expect(target.text == "Hedy")
    #expect(target.writes == 4)
    #expect(group.count == 1)
  }

  @Test func `may be optional while values are not, and takes nil`() {
    let maybe = CurrentValue<String?, Never>("Grace")
    let group = BindingGroup {
      target.optionalBinding *= subject
    }
    #expect(target.optional == "Ada")
    group.clear()
    group.capture { target.optionalBinding *= maybe }
    #expect(target.optional == "Grace")
    maybe.value = nil
    #expect(target.optional == nil)
  }

  @Test func `may be text while values are optional, which is then empty`() {
    let maybe = CurrentValue<String?, Never>("Grace")
    let group = BindingGroup { target.textBinding *= maybe }
    #expect(target.text == "Grace")
    maybe.value = nil
    #expect(target.text == "" && target.writes == 2)
    withExtendedLifetime(group) {}
  }

  @Test func `may be styled text while values are plain`() {
    let bar = TitleBar()
    let group = BindingGroup { bar.titleBinding *= subject }
    #expect(bar.title.plain == "Ada")
    withExtendedLifetime(group) {}
  }

  @Test func `may be given by its key path`() {
    let group = BindingGroup { Binding(target, \.text) *= subject }
    #expect(target.text == "Ada")
    withExtendedLifetime(group) {}
  }

  @Test func `is not written after the group is cleared`() {
    let group = BindingGroup { target.textBinding *= subject.counted(by: ledger) }
    #expect(ledger.subscriptions == 1)
    group.clear()
    #expect(ledger.subscriptions == 0)
    subject.value = "Grace"
    #expect(target.text == "Ada")
    group.capture { target.textBinding *= subject }
    #expect(target.text == "Grace")
  }

  @Test func `does not retain its target, and ends after its release`() {
    let group = BindingGroup()
    weak var dead: PlainTarget?
    do {
      let target = PlainTarget()
      dead = target
      group.capture { target.textBinding *= subject.counted(by: ledger) }
    }
    #expect(dead == nil)
    #expect(ledger.subscriptions == 1)
    subject.value = "Grace"
    #expect(ledger.subscriptions == 0)
    #expect(subject.subscriberCount == 0)
    withExtendedLifetime(group) {}
  }

  @Test func `ends with its view`() {
    let group = BindingGroup()
    do {
      let label = Label("")
      group.capture { label.textBinding *= subject.counted(by: ledger) }
      #expect(label.text == "Ada")
    }
    #expect(ledger.subscriptions == 0)
    #expect(group.count == 0)
  }

  @Test func `ends with its view controller`() {
    let group = BindingGroup()
    do {
      let controller = ViewController()
      group.capture {
        Binding(controller, "title") { $0.title = $1 } *= subject.counted(by: ledger)
      }
      #expect(controller.title == "Ada")
    }
    #expect(ledger.subscriptions == 0)
  }

  @Test func `is bound to one source at a time, the last`() {
    let other = CurrentValue<String, Never>("Barbara")
    let group = BindingGroup {
      label.textBinding *= subject.counted(by: ledger)
      label.textBinding *= other
    }
    #expect(ledger.subscriptions == 0)
    subject.value = "Grace"
    #expect(label.text == "Barbara")
    other.value = "Frances"
    #expect(label.text == "Frances")
    withExtendedLifetime(group) {}
  }

  @Test func `needs no group when the caller keeps the token`() {
    for target in [target.textBinding, target.textBinding] {
      let token = subject.counted(by: ledger).bind(to: target)
      #expect(ledger.subscriptions == 1)
      token.cancel()
      #expect(ledger.subscriptions == 0)
    }
    do {
      let token = subject.counted(by: ledger).bind(to: label.textBinding)
      #expect(label.text == "Ada")
      #expect(ledger.subscriptions == 1)
      withExtendedLifetime(token) {}
    }
    #expect(ledger.subscriptions == 0)
    subject.value = "Grace"
    #expect(label.text == "Ada")
  }

  @Test func `keeps its value when the publisher fails, which is reported`() {
    let failing = CurrentValue<String, Refusal>("Ada")
    var heard: [String] = []
    let group = BindingGroup(onFailure: { heard.append("\($0)") }) {
      label.textBinding *= failing
      target.textBinding *= failing
    }
    failing.send(completion: .failure(Refusal()))
    #expect(label.text == "Ada")
    #expect(
      heard == [
        "Label.text is no longer updated: It was refused.",
        "PlainTarget.text is no longer updated: It was refused.",
      ])
    withExtendedLifetime(group) {}
  }

  @Test func `reports a failure to the nearest handler or the default`() {
    let failing = CurrentValue<String, Refusal>("Ada")
    var heard = 0
    var inner: BindingGroup?
    let outer = BindingGroup(onFailure: { _ in heard += 1 }) {
      inner = BindingGroup { label.textBinding *= failing }
    }
    failing.send(completion: .failure(Refusal()))
    #expect(heard == 1)

    let usual = BindingGroup.unhandledFailure
    defer { BindingGroup.unhandledFailure = usual }
    BindingGroup.unhandledFailure = { _ in heard += 10 }
    let alone = BindingGroup { target.textBinding *= Fail<String, Refusal>(error: Refusal()) }
    #expect(heard == 11)
    withExtendedLifetime((inner, outer, alone)) {}
  }

  @Test func `reports its failure to the caller that keeps the token`() {
    var failure: Refusal?
    let token = Fail<String, Refusal>(error: Refusal()).bind(to: label.textBinding) { failure = $0 }
    #expect(failure != nil)
    withExtendedLifetime(token) {}
  }

  @Test func `shows errors that arrive as values`() {
    let problem = CurrentValue<Refusal?, Never>(nil)
    let field = TextField()
    let row = FormView().addRow("Name", field)
    let group = BindingGroup {
      row.errorBinding *= problem
      label.errorBinding *= problem
    }
    #expect(row.message == nil)
    problem.value = Refusal()
    #expect(row.message == "It was refused.")
    #expect(field.isInvalid)
    #expect(label.text == "It was refused.")
    problem.value = nil
    #expect(row.message == nil)
    #expect(label.text.isEmpty && !field.isInvalid)
    group.clear()
    let always = BindingGroup { field.errorBinding *= Just(Refusal()) }
    #expect(field.isInvalid)
    withExtendedLifetime(always) {}
  }
}

@Suite @MainActor struct `Several properties at once` {
  let subject = CurrentValue<Bool, Never>(false)

  @Test func `follow one publisher`() {
    let (save, reset, label) = (Button("save"), Checkbox("reset"), Label(""))
    let group = BindingGroup {
      [save.isEnabledBinding, reset.isEnabledBinding] *= subject
      (save.isHiddenBinding, label.isHiddenBinding) *= subject
      (save.titleBinding, label.textBinding, reset.titleBinding) *= subject.map { $0 ? "yes" : "no" }
    }
    #expect(!save.isEnabled && !reset.isEnabled && !save.isHidden && !label.isHidden)
    #expect([save.title, label.text, reset.title] == ["no", "no", "no"])
    subject.value = true
    #expect(save.isEnabled && reset.isEnabled && save.isHidden && label.isHidden)
    #expect([save.title, label.text, reset.title] == ["yes", "yes", "yes"])
    group.clear()
    #expect(subject.subscriberCount == 0)
  }

  @Test func `each follow their part of a publisher`() {
    let name = CurrentValue<String, Never>("Ada")
    let (label, bar, button) = (Label(""), ProgressBar(), Button())
    let group = BindingGroup {
      (label.textBinding, bar.progressBinding) *= name.combineLatest(subject.map { $0 ? 1.0 : 0.0 })
      (label.isHiddenBinding, button.titleBinding, bar.isHiddenBinding) *= name.combineLatest(subject) {
        ($1, $0, !$1)
      }
    }
    subject.value = true
    name.value = "Grace"
    #expect(label.text == "Grace" && bar.progress == 1)
    #expect(label.isHidden && button.title == "Grace" && !bar.isHidden)
    withExtendedLifetime(group) {}
  }
}
