import TUIKit

// One rule for every name: the binding of `property` is `propertyBinding`. The bindings of each view are in the file that is
// named after its family; each means what the property of the view means.

extension View {
  public var isHiddenBinding: Binding<View, Bool> {
    Binding(self, "isHidden") { $0.isHidden = $1 }
  }

  public var frameBinding: Binding<View, Rect> {
    Binding(self, "frame") { $0.frame = $1 }
  }

  /// The role that fills the view; none when `nil`.
  public var backgroundRoleBinding: Binding<View, ColorRole?> {
    Binding(self, "backgroundRole") { $0.backgroundRole = $1 }
  }
}

extension ViewController {
  public var titleBinding: Binding<ViewController, String> {
    Binding(self, "title") { $0.title = $1 }
  }

  public var preferredContentSizeBinding: Binding<ViewController, Size?> {
    Binding(self, "preferredContentSize") { $0.preferredContentSize = $1 }
  }
}

extension TabController {
  public var selectedIndexBinding: Binding<TabController, Int> {
    Binding(self, "selectedIndex") { $0.selectedIndex = $1 }
  }
}

extension SplitViewController {
  public var minimumExpandedWidthBinding: Binding<SplitViewController, Int> {
    Binding(self, "minimumExpandedWidth") { $0.minimumExpandedWidth = $1 }
  }

  public var primaryFractionBinding: Binding<SplitViewController, Double> {
    Binding(self, "primaryFraction") { $0.primaryFraction = $1 }
  }
}

extension StackView {
  public var axisBinding: Binding<StackView, StackView.Axis> {
    Binding(self, "axis") { $0.axis = $1 }
  }

  public var spacingBinding: Binding<StackView, Int> {
    Binding(self, "spacing") { $0.spacing = $1 }
  }

  public var alignmentBinding: Binding<StackView, StackView.Alignment> {
    Binding(self, "alignment") { $0.alignment = $1 }
  }

  public var insetsBinding: Binding<StackView, Insets> {
    Binding(self, "insets") { $0.insets = $1 }
  }
}

extension ScrollView {
  public var contentHeightBinding: Binding<ScrollView, Int> {
    Binding(self, "contentHeight") { $0.contentHeight = $1 }
  }

  public var contentOffsetBinding: Binding<ScrollView, Int> {
    Binding(self, "contentOffset") { $0.contentOffset = $1 }
  }

  public var showsScrollMarkBinding: Binding<ScrollView, Bool> {
    Binding(self, "showsScrollMark") { $0.showsScrollMark = $1 }
  }
}

extension FormView {
  public var minimumLabelWidthBinding: Binding<FormView, Int> {
    Binding(self, "minimumLabelWidth") { $0.minimumLabelWidth = $1 }
  }

  public var maximumFieldWidthBinding: Binding<FormView, Int> {
    Binding(self, "maximumFieldWidth") { $0.maximumFieldWidth = $1 }
  }
}

extension FormRow {
  public var labelBinding: Binding<FormRow, String> {
    Binding(self, "label") { $0.label = $1 }
  }

  /// What is wrong with the field, in words; `nil` when nothing is. The field in the row gets its error look with it.
  public var messageBinding: Binding<FormRow, String?> {
    Binding(self, "message") { $0.message = $1 }
  }

  /// The same for errors: the words are the error's own.
  public var errorBinding: Binding<FormRow, (any Error)?> {
    messageBinding.contramap { $0.map { "\($0)" } }
  }

  public var noteBinding: Binding<FormRow, String?> {
    Binding(self, "note") { $0.note = $1 }
  }

  public var isHiddenBinding: Binding<FormRow, Bool> {
    Binding(self, "isHidden") { $0.isHidden = $1 }
  }
}
