import TUIKit

// The binding of `property` is named `propertyBinding`. A property without one is bound with `Binding(view, "name") { …
// }`.

extension View {
  /// The binding of `View.isHidden`.
  public var isHiddenBinding: Binding<View, Bool> {
    Binding(self, "isHidden") { $0.isHidden = $1 }
  }

  /// The role that fills the view; none when `nil`.
  public var backgroundRoleBinding: Binding<View, ColorRole?> {
    Binding(self, "backgroundRole") { $0.backgroundRole = $1 }
  }
}

extension FormRow {
  /// The binding of `FormRow.label`.
  public var labelBinding: Binding<FormRow, String> {
    Binding(self, "label") { $0.label = $1 }
  }

  /// The message about an invalid field; `nil` while the field is valid.
  ///
  /// The field in the row gets its error style with it.
  public var messageBinding: Binding<FormRow, String?> {
    Binding(self, "message") { $0.message = $1 }
  }

  /// The message about an invalid field, for errors: their description.
  public var errorBinding: Binding<FormRow, (any Error)?> {
    messageBinding.contramap { $0.map { "\($0)" } }
  }

  /// The binding of `FormRow.note`.
  public var noteBinding: Binding<FormRow, String?> {
    Binding(self, "note") { $0.note = $1 }
  }

  /// The binding of `FormRow.isHidden`.
  public var isHiddenBinding: Binding<FormRow, Bool> {
    Binding(self, "isHidden") { $0.isHidden = $1 }
  }
}
