import Bindery
import Reactive
import TUIKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A binding outside any group` {
  private func report(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `is a programmer error that names the property`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await bindLabel()
    }
    let report = report(result)
    #expect(report.contains("Label.text *= … is outside any BindingGroup { } block"))
    #expect(report.contains(", in bindLabel() at "))
    #expect(report.contains("MissingGroupTests.swift:"))
  }

  @Test func `is an error for controls, tables and fields too`() async {
    let control = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await bindButton()
    }
    #expect(report(control).contains("Button.press *= …"))
    let table = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { TableView() *= [TableViewCell()] }
    }
    #expect(report(table).contains("TableView.rows *= …"))
    let field = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { TextField() *= TextFieldBinding() }
    }
    #expect(report(field).contains("TextField.delegate *= …"))
  }

  @Test func `with a failing publisher writes to standard error`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let label = Label("")
        let group = BindingGroup { label.textBinding *= Fail<String, Refusal>(error: Refusal()) }
        withExtendedLifetime(group) {}
      }
    }
    #expect(report(result).contains("Label.text is no longer updated: It was refused."))
  }
}

@MainActor private func bindLabel() {
  let label = Label("")
  label.textBinding *= Just("Ada")
}

@MainActor private func bindButton() {
  let button = Button("save")
  button.pressBinding *= {}
}
