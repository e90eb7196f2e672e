/// Arranges views one after the other.
///
/// A hidden view takes no room.
@MainActor
open class StackView: View {
  /// Horizontal or vertical.
  public enum Axis: Sendable { case horizontal, vertical }

  /// The length of a view along the axis.
  public enum Sizing: Sendable, Hashable {
    /// The preferred size of the view.
    case hugging
    /// A number of columns or lines.
    case fixed(Int)
    /// A fraction of the whole length, from 0 to 1.
    case fraction(Double)
    /// A share of the remaining length, by weight.
    case fill(Int)

    /// An equal share of the remaining length.
    public static let fill = Sizing.fill(1)
  }

  /// The alignment of a view across the axis.
  public enum Alignment: Sendable { case fill, leading, center, trailing }

  /// The direction in which views follow each other.
  public var axis: Axis { didSet { setNeedsLayout() } }
  /// The columns or lines between views.
  public var spacing: Int { didSet { setNeedsLayout() } }
  /// The alignment of views across the axis; by default they fill it.
  public var alignment: Alignment = .fill { didSet { setNeedsLayout() } }
  /// The margins at the edges.
  public var insets = Insets.zero { didSet { setNeedsLayout() } }

  private var sizings: [ObjectIdentifier: Sizing] = [:]

  /// The views in order; the same as `subviews`.
  public var arrangedSubviews: [View] { subviews }

  /// Creates a stack view.
  ///
  /// - Parameters:
  ///   - axis: The direction in which views follow each other.
  ///   - spacing: The columns or lines between two views.
  public init(_ axis: Axis = .vertical, spacing: Int = 0) {
    self.axis = axis
    self.spacing = spacing
    super.init()
  }

  /// Adds a view at the end, or before the one at `index`.
  public func addArrangedSubview(_ view: View, sizing: Sizing = .hugging, at index: Int? = nil) {
    insertSubview(view, at: index ?? subviews.count)
    sizings[ObjectIdentifier(view)] = sizing
  }

  /// The length of a view; hugging by default.
  public func sizing(of view: View) -> Sizing {
    sizings[ObjectIdentifier(view)] ?? .hugging
  }

  private var visible: [View] { subviews.filter { !$0.isHidden } }

  open override func sizeThatFits(_ size: Size) -> Size {
    let room = Rect(size: size).inset(by: insets).size
    let views = visible
    let lengths = lengths(of: views, in: room)
    let along = lengths.reduce(0, +) + spacing * max(0, views.count - 1)
    let across =
      zip(views, lengths).map { view, length in
        cross(view.sizeThatFits(make(length, cross(room))))
      }.max() ?? 0
    let inner = make(along, across)
    return Size(
      width: min(inner.width + insets.left + insets.right, size.width),
      height: min(inner.height + insets.top + insets.bottom, size.height))
  }

  open override func layoutSubviews() {
    // The sizing is removed with its view, because a later view may get the same address.
    let present = Set(subviews.map(ObjectIdentifier.init))
    sizings = sizings.filter { present.contains($0.key) }
    let room = bounds.inset(by: insets)
    let views = visible
    var position = 0
    for (view, length) in zip(views, lengths(of: views, in: room.size)) {
      let all = cross(room.size)
      let wish = alignment == .fill ? all : min(all, cross(view.sizeThatFits(make(length, all))))
      let offset =
        switch alignment {
        case .fill, .leading: 0
        case .center: (all - wish) / 2
        case .trailing: all - wish
        }
      let origin = make(position, offset)
      view.frame = Rect(
        origin: Point(x: room.minX + origin.width, y: room.minY + origin.height), size: make(length, wish))
      position += length + spacing
    }
  }

  /// The lengths along the axis: fixed ones first, then hugging ones, and the rest is shared.
  ///
  /// None exceeds the room.
  private func lengths(of views: [View], in room: Size) -> [Int] {
    let all = along(room)
    var left = max(0, all - spacing * max(0, views.count - 1))
    let forShares = left
    var lengths = Array(repeating: 0, count: views.count)
    func give(_ index: Int, _ wish: Int) {
      lengths[index] = min(max(0, wish), left)
      left -= lengths[index]
    }
    for (index, view) in views.enumerated() {
      switch sizing(of: view) {
      case .fixed(let length): give(index, length)
      case .fraction(let share): give(index, Int((Double(forShares) * share).rounded()))
      case .hugging, .fill: break
      }
    }
    for (index, view) in views.enumerated() where sizing(of: view) == .hugging {
      give(index, along(view.sizeThatFits(make(left, cross(room)))))
    }
    var weight = views.reduce(0) { $0 + weightOf($1) }
    for (index, view) in views.enumerated() where weightOf(view) > 0 {
      let own = weightOf(view)
      give(index, left * own / weight)
      weight -= own
    }
    return lengths
  }

  private func weightOf(_ view: View) -> Int {
    if case .fill(let weight) = sizing(of: view) { max(0, weight) } else { 0 }
  }

  private func along(_ size: Size) -> Int { axis == .horizontal ? size.width : size.height }
  private func cross(_ size: Size) -> Int { axis == .horizontal ? size.height : size.width }
  private func make(_ along: Int, _ cross: Int) -> Size {
    axis == .horizontal ? Size(width: along, height: cross) : Size(width: cross, height: along)
  }
}
