import Reactive
import TUIKit

// The items are a publisher of changes, an observable array or a plain array. A row shows plain text, styled text or a
// view, which a closure makes or the item itself names.

/// An item that knows its title in a picker: a `String`, or a `StyledText`.
@MainActor
public protocol PickerElement {
  /// The type of the title.
  associatedtype PickerTitle

  /// The title in a picker.
  var pickerTitle: PickerTitle { get }
}

/// Sets up a row view for an item.
public typealias ConfigurePickerRow<RowView: PickerRowView, Item> = (_ view: RowView, _ item: Item) -> Void

extension PickerBinding {
  // MARK: Publishers of changes

  /// Items that follow a publisher of changes; `title` returns the title of an item.
  public static func items<Items: RandomAccessCollection<Element>>(
    _ changes: some Publisher<CollectionChange<Items>, Never>, title: @escaping (Element) -> String
  ) -> Self where Items.Index == Int {
    Self(changes, .title { StyledText(title($0)) })
  }

  /// Items that follow a publisher of changes; `styledTitle` returns the title of an item.
  public static func items<Items: RandomAccessCollection<Element>>(
    _ changes: some Publisher<CollectionChange<Items>, Never>, styledTitle: @escaping (Element) -> StyledText
  ) -> Self where Items.Index == Int {
    Self(changes, .title { styledTitle($0) })
  }

  /// Items that follow a publisher of changes; `configure` sets up a row view of its type for an item.
  public static func items<Items: RandomAccessCollection<Element>, RowView: PickerRowView>(
    _ changes: some Publisher<CollectionChange<Items>, Never>,
    configure: @escaping ConfigurePickerRow<RowView, Element>
  ) -> Self where Items.Index == Int {
    Self(
      changes,
      .view { item, reused in
        let view = reused as? RowView ?? RowView(frame: .zero)
        configure(view, item)
        return view
      })
  }

  /// Items that follow a publisher of changes and know their titles.
  public static func items<Items: RandomAccessCollection<Element>>(
    _ changes: some Publisher<CollectionChange<Items>, Never>
  ) -> Self where Items.Index == Int, Element: PickerElement, Element.PickerTitle == String {
    Self(changes, .title { StyledText($0.pickerTitle) })
  }

  /// Items that follow a publisher of changes and know their styled titles.
  public static func items<Items: RandomAccessCollection<Element>>(
    _ changes: some Publisher<CollectionChange<Items>, Never>
  ) -> Self where Items.Index == Int, Element: PickerElement, Element.PickerTitle == StyledText {
    Self(changes, .title { $0.pickerTitle })
  }

  /// Items that follow a publisher of changes and name the type of their row view.
  public static func items<Items: RandomAccessCollection<Element>>(
    _ changes: some Publisher<CollectionChange<Items>, Never>
  ) -> Self where Items.Index == Int, Element: BindableViewModelItem, Element.View: PickerRowView {
    Self(
      changes,
      .view { item, reused in
        let type = Element.bindableViewType(for: item)
        let view =
          reused.flatMap { $0 as? Element.View }.flatMap { Swift.type(of: $0) == type ? $0 : nil }
          ?? type.init(frame: .zero)
        view.bind(to: item)
        return view
      })
  }

  // MARK: Observable arrays

  /// Items that follow an observable array; `title` returns the title of an item.
  public static func items(_ array: some ObservableArray<Element>, title: @escaping (Element) -> String) -> Self {
    items(array.changesetPublisher, title: title)
  }

  /// Items that follow an observable array; `styledTitle` returns the title of an item.
  public static func items(
    _ array: some ObservableArray<Element>, styledTitle: @escaping (Element) -> StyledText
  ) -> Self {
    items(array.changesetPublisher, styledTitle: styledTitle)
  }

  /// Items that follow an observable array; `configure` sets up a row view of its type for an item.
  public static func items<RowView: PickerRowView>(
    _ array: some ObservableArray<Element>, configure: @escaping ConfigurePickerRow<RowView, Element>
  ) -> Self {
    items(array.changesetPublisher, configure: configure)
  }

  /// Items that follow an observable array and know their titles.
  public static func items(_ array: some ObservableArray<Element>) -> Self
  where Element: PickerElement, Element.PickerTitle == String {
    items(array.changesetPublisher)
  }

  /// Items that follow an observable array and know their styled titles.
  public static func items(_ array: some ObservableArray<Element>) -> Self
  where Element: PickerElement, Element.PickerTitle == StyledText {
    items(array.changesetPublisher)
  }

  /// Items that follow an observable array and name the type of their row view.
  public static func items(_ array: some ObservableArray<Element>) -> Self
  where Element: BindableViewModelItem, Element.View: PickerRowView {
    items(array.changesetPublisher)
  }

  // MARK: Fixed items

  /// Fixed items; `title` returns the title of an item.
  public static func items(_ array: [Element], title: @escaping (Element) -> String) -> Self {
    items(Just(.initial(array)), title: title)
  }

  /// Fixed items; `styledTitle` returns the title of an item.
  public static func items(_ array: [Element], styledTitle: @escaping (Element) -> StyledText) -> Self {
    items(Just(.initial(array)), styledTitle: styledTitle)
  }

  /// Fixed items; `configure` sets up a row view of its type for an item.
  public static func items<RowView: PickerRowView>(
    _ array: [Element], configure: @escaping ConfigurePickerRow<RowView, Element>
  ) -> Self {
    items(Just(.initial(array)), configure: configure)
  }

  /// Fixed items that know their titles.
  public static func items(_ array: [Element]) -> Self where Element: PickerElement, Element.PickerTitle == String {
    items(Just(.initial(array)))
  }

  /// Fixed items that know their styled titles.
  public static func items(_ array: [Element]) -> Self where Element: PickerElement, Element.PickerTitle == StyledText {
    items(Just(.initial(array)))
  }

  /// Fixed items that name the type of their row view.
  public static func items(_ array: [Element]) -> Self
  where Element: BindableViewModelItem, Element.View: PickerRowView {
    items(Just(.initial(array)))
  }
}
