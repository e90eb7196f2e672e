import Bindery
import Reactive
import TUIKit
import Testing

@Suite @MainActor struct `A chain of bindings` {
  let flag = CurrentValue<Bool, Never>(false)
  let words = CurrentValue<String, Never>("Save")

  @Test func `binds a button`() {
    let button = Button()
    let presses = Subject<Void, Never>()
    var count = 0
    let log = presses.sink { count += 1 }
    let group = BindingGroup {
      button *= ButtonBinding().title(words).isEnabled(flag).isHidden(flag).role(flag.map { $0 ? .danger : .accent })
        .didPress { count += 10 }.didPress(presses)
    }
    #expect(button.title == "Save" && !button.isEnabled)
    flag.value = true
    button.press()
    #expect(count == 11)
    #expect(button.isHidden && button.role == .danger)
    group.clear()
    #expect(flag.subscriberCount == 0 && words.subscriberCount == 0)
    button.press()
    #expect(count == 11)
    withExtendedLifetime(log) {}
  }

  @Test func `binds a checkbox both ways`() {
    let box = Checkbox()
    var reported: [Bool] = []
    let group = BindingGroup { box *= CheckboxBinding().title(words).isOn(flag).didToggle { reported.append($0) } }
    flag.value = true
    #expect(box.isOn && box.title == "Save")
    box.toggle()
    #expect(!flag.value)
    #expect(reported == [false])
    withExtendedLifetime(group) {}
  }

  @Test func `binds a progress bar`() {
    let bar = ProgressBar()
    let progress = CurrentValue<(done: Int, total: Int), Never>((0, 0))
    let group = BindingGroup { bar *= ProgressBinding().progress(progress).showsPercentage(flag) }
    #expect(bar.progress == 0 && !bar.showsPercentage)
    progress.value = (1, 4)
    #expect(bar.progress == 0.25)
    let other = BindingGroup { bar *= ProgressBinding().progress(Just(0.5)) }
    #expect(bar.progress == 0.5)
    withExtendedLifetime((group, other)) {}
  }

  @Test func `ends when the view is bound to another chain`() {
    let button = Button()
    var presses: [String] = []
    let group = BindingGroup {
      button *= ButtonBinding().title(words).isEnabled(flag).didPress { presses.append("first") }
      button *= ButtonBinding().title(words).didPress { presses.append("second") }
    }
    #expect(flag.subscriberCount == 0 && words.subscriberCount == 1)
    button.isEnabled = true
    button.press()
    #expect(presses == ["second"])
    withExtendedLifetime(group) {}
  }

  @Test func `is a value that may be bound to several views`() {
    let chain = ButtonBinding().title(words)
    let buttons = [Button(), Button()]
    let group = BindingGroup { for button in buttons { button *= chain.isEnabled(flag) } }
    words.value = "Go"
    #expect(buttons.allSatisfy { $0.title == "Go" && !$0.isEnabled })
    withExtendedLifetime(group) {}
  }
}
