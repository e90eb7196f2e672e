import TUIKit

// Views that only show something.

extension Label {
  public var textBinding: Binding<Label, String> {
    Binding(self, "text") { $0.text = $1 }
  }

  /// The words with their looks. It writes the same property as ``textBinding``, and replaces it.
  public var styledTextBinding: Binding<Label, StyledText> {
    Binding(self, "text") { $0.styledText = $1 }
  }

  public var roleBinding: Binding<Label, ColorRole> {
    Binding(self, "role") { $0.role = $1 }
  }

  public var attributesBinding: Binding<Label, Style.Attributes> {
    Binding(self, "attributes") { $0.attributes = $1 }
  }

  public var alignmentBinding: Binding<Label, TextAlignment> {
    Binding(self, "alignment") { $0.alignment = $1 }
  }

  public var numberOfLinesBinding: Binding<Label, Int> {
    Binding(self, "numberOfLines") { $0.numberOfLines = $1 }
  }

  /// Shows an error in its own words, and nothing when there is none. It writes the text, and replaces what is bound to it.
  public var errorBinding: Binding<Label, (any Error)?> {
    Binding(self, "text") { label, error in
      label.styledText = error.map { StyledText("\($0)", role: .danger) } ?? ""
    }
  }
}

extension TitleBar {
  public var titleBinding: Binding<TitleBar, StyledText> {
    Binding(self, "title") { $0.title = $1 }
  }

  public var detailBinding: Binding<TitleBar, StyledText> {
    Binding(self, "detail") { $0.detail = $1 }
  }

  public var accessoryBinding: Binding<TitleBar, View?> {
    Binding(self, "accessory") { $0.accessory = $1 }
  }
}

extension StatusBar {
  public var positionBinding: Binding<StatusBar, StyledText> {
    Binding(self, "position") { $0.position = $1 }
  }

  /// Says each message, for four seconds.
  public var messageBinding: Binding<StatusBar, StyledText> {
    Binding(self, "message") { $0.show($1) }
  }

  /// Says what went wrong, until the next key; falls silent when there is no error.
  public var errorBinding: Binding<StatusBar, (any Error)?> {
    Binding(self, "error") { bar, error in
      if let error { bar.showError("\(error)") } else { bar.clearMessage() }
    }
  }
}

extension ProgressBar {
  /// From 0 to 1.
  public var progressBinding: Binding<ProgressBar, Double> {
    Binding(self, "progress") { $0.progress = $1 }
  }

  public var showsPercentageBinding: Binding<ProgressBar, Bool> {
    Binding(self, "showsPercentage") { $0.showsPercentage = $1 }
  }
}

extension Spinner {
  public var isAnimatingBinding: Binding<Spinner, Bool> {
    Binding(self, "isAnimating") { $0.isAnimating = $1 }
  }
}

extension Sparkline {
  public var valuesBinding: Binding<Sparkline, [Double]> {
    Binding(self, "values") { $0.values = $1 }
  }

  public var rangeBinding: Binding<Sparkline, ClosedRange<Double>?> {
    Binding(self, "range") { $0.range = $1 }
  }

  public var roleBinding: Binding<Sparkline, ColorRole> {
    Binding(self, "role") { $0.role = $1 }
  }
}

extension BarChart {
  public var barsBinding: Binding<BarChart, [BarChart.Bar]> {
    Binding(self, "bars") { $0.bars = $1 }
  }

  public var maximumBinding: Binding<BarChart, Double?> {
    Binding(self, "maximum") { $0.maximum = $1 }
  }
}

extension ImageView {
  public var imageBinding: Binding<ImageView, Image?> {
    Binding(self, "image") { $0.image = $1 }
  }

  public var placeholderBinding: Binding<ImageView, String> {
    Binding(self, "placeholder") { $0.placeholder = $1 }
  }
}
