import TUIKit

// Views that only display.

extension Label {
  /// The binding of `Label.text`.
  public var textBinding: Binding<Label, String> {
    Binding(self, "text") { $0.text = $1 }
  }

  /// The styled text.
  ///
  /// It writes the same property as ``textBinding``, and replaces it.
  public var styledTextBinding: Binding<Label, StyledText> {
    Binding(self, "text") { $0.styledText = $1 }
  }

  /// The binding of `Label.role`.
  public var roleBinding: Binding<Label, ColorRole> {
    Binding(self, "role") { $0.role = $1 }
  }

  /// The binding of `Label.attributes`.
  public var attributesBinding: Binding<Label, Style.Attributes> {
    Binding(self, "attributes") { $0.attributes = $1 }
  }

  /// The binding of `Label.alignment`.
  public var alignmentBinding: Binding<Label, TextAlignment> {
    Binding(self, "alignment") { $0.alignment = $1 }
  }

  /// The binding of `Label.numberOfLines`.
  public var numberOfLinesBinding: Binding<Label, Int> {
    Binding(self, "numberOfLines") { $0.numberOfLines = $1 }
  }

  /// The description of an error; empty without one.
  ///
  /// It writes the text, and replaces its binding.
  public var errorBinding: Binding<Label, (any Error)?> {
    Binding(self, "text") { label, error in
      label.styledText = error.map { StyledText("\($0)", role: .danger) } ?? ""
    }
  }
}

extension TitleBar {
  /// The binding of `TitleBar.title`.
  public var titleBinding: Binding<TitleBar, StyledText> {
    Binding(self, "title") { $0.title = $1 }
  }

  /// The binding of `TitleBar.detail`.
  public var detailBinding: Binding<TitleBar, StyledText> {
    Binding(self, "detail") { $0.detail = $1 }
  }
}

extension StatusBar {
  /// The binding of `StatusBar.position`.
  public var positionBinding: Binding<StatusBar, StyledText> {
    Binding(self, "position") { $0.position = $1 }
  }

  /// The binding of `StatusBar.condition`.
  public var conditionBinding: Binding<StatusBar, String> {
    Binding(self, "condition") { $0.condition = $1 }
  }
}

extension ProgressBar {
  /// The progress from 0 to 1.
  public var progressBinding: Binding<ProgressBar, Double> {
    Binding(self, "progress") { $0.progress = $1 }
  }

  /// The binding of `ProgressBar.showsPercentage`.
  public var showsPercentageBinding: Binding<ProgressBar, Bool> {
    Binding(self, "showsPercentage") { $0.showsPercentage = $1 }
  }
}

extension Spinner {
  /// The binding of `Spinner.isAnimating`.
  public var isAnimatingBinding: Binding<Spinner, Bool> {
    Binding(self, "isAnimating") { $0.isAnimating = $1 }
  }
}

extension StatusDot {
  /// The binding of `StatusDot.isOn`.
  public var isOnBinding: Binding<StatusDot, Bool> {
    Binding(self, "isOn") { $0.isOn = $1 }
  }
}

extension Sparkline {
  /// The binding of `Sparkline.values`.
  public var valuesBinding: Binding<Sparkline, [Double]> {
    Binding(self, "values") { $0.values = $1 }
  }

  /// The binding of `Sparkline.role`.
  public var roleBinding: Binding<Sparkline, ColorRole> {
    Binding(self, "role") { $0.role = $1 }
  }
}

extension BarChart {
  /// The binding of `BarChart.bars`.
  public var barsBinding: Binding<BarChart, [BarChart.Bar]> {
    Binding(self, "bars") { $0.bars = $1 }
  }
}
