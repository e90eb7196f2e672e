import TUIKit

// The bindable properties of the views, each under its own name and `Binding`.

extension View {
  public var isHiddenBinding: Binding<View, Bool> {
    Binding(self, "isHidden") { $0.isHidden = $1 }
  }
}

extension ViewController {
  public var titleBinding: Binding<ViewController, String> {
    Binding(self, "title") { $0.title = $1 }
  }
}

extension Label {
  public var textBinding: Binding<Label, String> {
    Binding(self, "text") { $0.text = $1 }
  }
}

extension TitleBar {
  public var titleBinding: Binding<TitleBar, StyledText> {
    Binding(self, "title") { $0.title = $1 }
  }

  public var detailBinding: Binding<TitleBar, StyledText> {
    Binding(self, "detail") { $0.detail = $1 }
  }
}

extension StatusBar {
  public var positionBinding: Binding<StatusBar, StyledText> {
    Binding(self, "position") { $0.position = $1 }
  }
}

extension Control {
  public var isEnabledBinding: Binding<Control, Bool> {
    Binding(self, "isEnabled") { $0.isEnabled = $1 }
  }
}

extension FormRow {
  public var labelBinding: Binding<FormRow, String> {
    Binding(self, "label") { $0.label = $1 }
  }

  /// What is wrong with the field, in words; `nil` when nothing is.
  public var messageBinding: Binding<FormRow, String?> {
    Binding(self, "message") { $0.message = $1 }
  }

  public var noteBinding: Binding<FormRow, String?> {
    Binding(self, "note") { $0.note = $1 }
  }
}
