/// A row of segments of which one is selected.
///
/// Left and Right select the next segment, a click selects any.
///
/// Without room for all segments only the selected one is shown, between arrows.
@MainActor
open class SegmentedControl: Control {
  /// The titles of the segments, from the left.
  public var segments: [String] {
    didSet {
      guard segments != oldValue else { return }
      selectedSegmentIndex = selectedSegmentIndex.flatMap { segments.indices.contains($0) ? $0 : segments.indices.last }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }

  /// The index of the selected segment; `nil` for none.
  ///
  /// Setting it sends no event; an out-of-range index is ignored.
  public var selectedSegmentIndex: Int? {
    didSet {
      if let index = selectedSegmentIndex, !segments.indices.contains(index) { selectedSegmentIndex = oldValue }
      if selectedSegmentIndex != oldValue { setNeedsDisplay() }
    }
  }

  /// Creates a segmented control.
  ///
  /// - Parameters:
  ///   - segments: The titles of the segments.
  ///   - selectedSegmentIndex: The index of the selected segment; `nil` for none.
  public init(_ segments: [String] = [], selectedSegmentIndex: Int? = 0) {
    self.segments = segments
    self.selectedSegmentIndex = selectedSegmentIndex.flatMap { segments.indices.contains($0) ? $0 : nil }
    super.init()
  }

  /// Selects as a key would, and sends the actions.
  private func choose(_ index: Int) {
    guard isEnabled, segments.indices.contains(index), index != selectedSegmentIndex else { return }
    selectedSegmentIndex = index
    sendActions(for: .valueChanged)
  }

  // MARK: Layout

  private func width(_ index: Int) -> Int { segments[index].displayWidth + 2 }
  private var fullWidth: Int { segments.indices.reduce(0) { $0 + width($1) } }
  private var showsAll: Bool { fullWidth <= bounds.width }

  private func start(of index: Int) -> Int { (0..<index).reduce(0) { $0 + width($1) } }

  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: min(fullWidth, size.width), height: min(1, size.height))
  }

  open override var cursorPosition: Point? {
    guard let selectedSegmentIndex, bounds.width > 0 else { return nil }
    return Point(x: min(showsAll ? start(of: selectedSegmentIndex) + 1 : 2, bounds.width - 1), y: 0)
  }

  // MARK: Events

  open override func keyPressed(_ event: KeyEvent) -> Bool {
    guard isEnabled, !segments.isEmpty else { return false }
    let last = segments.count - 1
    switch event {
    case KeyEvent(.left): choose(max((selectedSegmentIndex ?? 1) - 1, 0))
    case KeyEvent(.right): choose(min((selectedSegmentIndex ?? -1) + 1, last))
    case KeyEvent(.home): choose(0)
    case KeyEvent(.end): choose(last)
    case KeyEvent(.character(" ")): choose(((selectedSegmentIndex ?? -1) + 1) % segments.count)
    default: return false
    }
    return true
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard super.mouseEvent(event) else { return false }
    let x = convertFromWindow(event.location).x
    if showsAll {
      if let index = segments.indices.first(where: { x < start(of: $0) + width($0) }) { choose(index) }
    } else if let selectedSegmentIndex {
      choose(selectedSegmentIndex + (x < bounds.width / 2 ? -1 : 1))
    }
    return true
  }

  // MARK: Drawing

  open override func draw(in canvas: Canvas) {
    guard showsAll else { return drawSelected(in: canvas) }
    for index in segments.indices {
      draw(index, in: canvas.part(Rect(x: start(of: index), y: 0, width: width(index), height: 1)))
    }
  }

  private func draw(_ index: Int, in canvas: Canvas) {
    let isSelected = index == selectedSegmentIndex
    var style = textStyle(isSelected ? .text : .textDim)
    if isSelected {
      style = isEnabled ? Style(.selectionText, on: .selection) : style.adding(.underline)
      if isFirstResponder { style = style.adding(.bold) }
      canvas.fill(style: style)
    }
    canvas.write(segments[index], at: Point(x: 1, y: 0), style: style)
    if isSelected, isFirstResponder {
      canvas.write("▌", at: .zero, style: Style(.accent, on: .selection))
    }
  }

  private func drawSelected(in canvas: Canvas) {
    let style = textStyle()
    let index = selectedSegmentIndex ?? -1
    let arrow = style.foreground(isFirstResponder ? .accent : .textDim)
    canvas.write("‹", at: .zero, style: index > 0 ? arrow : style.foreground(.border))
    let name = segments.indices.contains(index) ? segments[index] : ""
    let width = min(name.displayWidth, max(0, bounds.width - 4))
    canvas.write(
      name, at: Point(x: 2, y: 0), style: isFirstResponder ? style.adding([.bold, .underline]) : style, maxWidth: width)
    canvas.write(
      "›", at: Point(x: width + 3, y: 0), style: index < segments.count - 1 ? arrow : style.foreground(.border))
  }
}
