/// The kind of a component.
enum ElementKind: String, CaseIterable, Sendable {
  case stack, grid, box, text, run, spacer, rule, list, artboard, image, bar, sparkline, scroll, values

  /// The components that other components can be inside of.
  var allowsChildren: Bool {
    switch self {
    case .stack, .grid, .box, .scroll, .text: true
    default: false
    }
  }

  /// Whether a component without a width takes what is left of a row.
  var fillsRow: Bool { self == .bar || self == .sparkline }

  /// The slots that every component has.
  private static let common: [(Slot, Value)] = [
    (.visible, .boolean(true)), (.x, .number(0)), (.y, .number(0)), (.opacity, .number(1)),
    (.color, .color(.clear)), (.background, .color(.clear)),
    (.width, .number(0)), (.widthMode, .option(SystemEnum.sizeMode, 0)),
    (.height, .number(0)), (.heightMode, .option(SystemEnum.sizeMode, 0)),
    (.minWidth, .number(0)), (.maxWidth, .number(.infinity)), (.minHeight, .number(0)),
    (.maxHeight, .number(.infinity)),
    (.bold, .boolean(false)), (.dim, .boolean(false)), (.italic, .boolean(false)), (.underline, .boolean(false)),
    (.reverse, .boolean(false)), (.strikethrough, .boolean(false)),
    // Without a value before the first layout, so that no bind writes one.
    (.computedX, .none), (.computedY, .none), (.computedWidth, .none), (.computedHeight, .none),
  ]

  private static let padding: [(Slot, Value)] = [
    (.paddingTop, .number(0)), (.paddingRight, .number(0)), (.paddingBottom, .number(0)), (.paddingLeft, .number(0)),
  ]

  private static let flow: [(Slot, Value)] = [
    (.direction, .option(SystemEnum.direction, 0)), (.gap, .number(0)),
    (.alignment, .option(SystemEnum.alignment, 0)), (.distribution, .option(SystemEnum.distribution, 0)),
  ]

  private static let frame: [(Slot, Value)] = [
    (.border, .option(SystemEnum.border, 1)), (.borderColor, .color(Color(role: .border))),
    (.title, .string("")), (.titleAlignment, .option(SystemEnum.textAlignment, 0)),
  ]

  private static let range: [(Slot, Value)] = [
    (.minimum, .number(0)), (.maximum, .number(1)), (.trackColor, .color(Color(role: .border))),
  ]

  /// The slots of this kind, with their initial values, in the order of their numbers.
  var slots: [(slot: Slot, initial: Value)] {
    let own: [(Slot, Value)] =
      switch self {
      case .stack: Self.padding + Self.flow
      case .grid:
        Self.padding + [(.columns, .number(2)), (.columnGap, .number(1)), (.rowGap, .number(0))]
      case .box: Self.padding + Self.flow + Self.frame
      case .text:
        [
          (.text, .string("")), (.wrap, .option(SystemEnum.wrap, 0)),
          (.textAlignment, .option(SystemEnum.textAlignment, 0)),
          (.truncation, .option(SystemEnum.truncation, 0)), (.maxLines, .number(.infinity)),
        ]
      case .run: [(.text, .string(""))]
      case .rule:
        [
          (.direction, .option(SystemEnum.direction, 1)), (.border, .option(SystemEnum.border, 1)),
          (.title, .string("")),
        ]
      case .list:
        [
          (.items, .none), (.direction, .option(SystemEnum.direction, 0)), (.gap, .number(0)), (.offset, .number(0)),
          (.selected, .number(-1)),
        ]
      case .artboard: [(.artboard, .artboard(nil)), (.context, .instance(nil))]
      case .image: [(.image, .image(nil))]
      case .bar: [(.value, .number(0))] + Self.range
      case .sparkline: [(.values, .none), (.valueName, .string("value"))] + Self.range
      case .scroll: [(.offset, .number(0)), (.direction, .option(SystemEnum.direction, 0))]
      case .spacer, .values: []
      }
    return Self.common + own
  }

  /// The shape that all components of this kind have, except `values`, which adds its own slots.
  var shape: ElementShape { ElementShape.shapes[self] ?? ElementShape(self) }
}

/// The slots of a component and their numbers.
final class ElementShape: Sendable {
  struct Entry: Sendable {
    let name: String
    let initial: Value
    let effect: Slot.Effect
    let isComputed: Bool
  }

  let kind: ElementKind
  let entries: [Entry]
  /// The number of each slot that files can name; slots of `values` are numbered by their name alone.
  private let numbers: [Int]
  private let names: [String: Int]

  static let shapes = Dictionary(uniqueKeysWithValues: ElementKind.allCases.map { ($0, ElementShape($0)) })

  init(_ kind: ElementKind, adding own: [(name: String, initial: Value)] = []) {
    self.kind = kind
    let slots = kind.slots
    var numbers = [Int](repeating: -1, count: Slot.count)
    for (index, entry) in slots.enumerated() { numbers[entry.slot.rawValue] = index }
    self.numbers = numbers
    entries =
      slots.map { slot, initial in
        Entry(name: slot.name, initial: initial, effect: slot.effect, isComputed: slot.isComputed)
      } + own.map { Entry(name: $0.name, initial: $0.initial, effect: .none, isComputed: false) }
    names = Dictionary(zip(entries.map(\.name), entries.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The number of a slot; `nil` when components of this kind do not have it.
  func number(of slot: Slot) -> Int? {
    let number = numbers[slot.rawValue]
    return number < 0 ? nil : number
  }

  func number(named name: String) -> Int? { names[name] }

  /// The names that files can use.
  var slotNames: [String] { entries.map(\.name) }
}
