/// The elements of one artboard, and what has to be done for them in the next frame.
@MainActor
final class ElementTree {
  // What each change reads and writes in this module is not checked for overlapping accesses: an access to a truth
  // value ends before anything else runs, and arrays are copied before a loop over them calls anything.
  private(set) var elements: [Element] = []
  @exclusivity(unchecked) private(set) var needsLayout = true
  @exclusivity(unchecked) private(set) var needsPaint = true
  @exclusivity(unchecked) private var unmeasured: [Element] = []
  /// Called when the first change after rest is made.
  @exclusivity(unchecked) var onChange: () -> Void = {}
  /// Called when an element was hidden or shown.
  var onVisibilityChange: () -> Void = {}

  init(_ definitions: NamedList<ElementDefinition>) {
    for (index, definition) in definitions.enumerated() {
      let parent = definition.parent.map { elements[$0] }
      elements.append(Element(definition, index: index, parent: parent, tree: self))
    }
  }

  var root: Element? { elements.first }

  func setNeedsPaint() {
    guard !needsPaint else { return }
    needsPaint = true
    onChange()
  }

  /// Records that the text of an element has changed.
  func setNeedsMeasure(_ element: Element) {
    setNeedsPaint()
    guard !element.isUnmeasured, !needsLayout else { return }
    element.isUnmeasured = true
    unmeasured.append(element)
  }

  /// Whether an element has another text than in the last layout.
  var hasUnmeasured: Bool { !unmeasured.isEmpty }

  /// Requests a layout if an element with another text than in the last one has another size.
  func measureTexts(_ hasOtherSize: (Element) -> Bool) {
    guard !unmeasured.isEmpty else { return }
    for element in unmeasured {
      element.isUnmeasured = false
      if !needsLayout, hasOtherSize(element) { setNeedsLayout() }
    }
    unmeasured.removeAll(keepingCapacity: true)
  }

  func setNeedsLayout() {
    needsPaint = true
    guard !needsLayout else { return }
    needsLayout = true
    onChange()
  }

  func didLayOut() { needsLayout = false }
  func didPaint() { needsPaint = false }
  func visibilityDidChange() { onVisibilityChange() }
}
