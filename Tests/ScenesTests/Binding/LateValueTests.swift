import Testing

@testable import Scenes

/// A value that reaches a component late has the same effect as one that was there from the start.
@MainActor
@Suite struct LateValueTests {
  /// The members that make a component of a kind visible.
  private static let members: [ElementKind: [String: String]] = [
    .stack: ["children": texts], .grid: ["children": texts], .box: ["children": texts, "title": #""T""#],
    .scroll: ["children": texts, "height": "2"],
    .text: ["text": #""some words and a verylongword""#, "runs": #"[{"text": " run"}]"#],
    .rule: ["title": #""T""#], .list: ["items": #"{"bind": "items"}"#],
    .artboard: ["artboard": #""Row""#, "context": #"{"bind": "inner"}"#],
    .image: ["image": #""dot""#, "width": "2", "height": "2"], .bar: ["value": "3", "maximum": "10"],
    .sparkline: ["values": #"{"bind": "items"}"#, "valueName": #""amount""#, "maximum": "10"],
  ]

  private static let texts = #"[{"type": "text", "text": "one two"}, {"type": "text", "text": "three"}]"#

  /// The values of a slot, as they are set through a property; empty for a slot that takes none of these.
  private static func values(of initial: Value) -> [Value] {
    switch initial {
    case .number: [.number(0), .number(1), .number(4)]
    case .string: [.string(""), .string("ab"), .string("longer words of a text")]
    case .boolean: [.boolean(false), .boolean(true)]
    case .color: [.color(.clear), .color(Color(role: .accent)), .color(Color(0xFF00_FF00))]
    case .option(let type, _): type.values.map { .string($0) }
    default: []
    }
  }

  private static func property(of value: Value) -> String {
    switch value {
    case .number: "amount"
    case .boolean: "flag"
    case .color: "tint"
    default: "title"
    }
  }

  private func set(_ value: Value, of scene: Scene) throws {
    let instance = try scene.instance
    switch value {
    case .number(let number): instance.setValue(of: NumberProperty(path: "amount"), to: number)
    case .boolean(let flag): instance.setValue(of: BoolProperty(path: "flag"), to: flag)
    case .color(let color): instance.setValue(of: ColorProperty(path: "tint"), to: color)
    case .string(let text): instance.setValue(of: StringProperty(path: "title"), to: text)
    default: break
    }
  }

  /// A scene with a component between two texts, with a slot bound to the property of a value.
  private func scene(_ kind: ElementKind, _ slot: Slot, _ value: Value) throws -> Scene {
    var members = Self.members[kind, default: [:]]
    members[slot.name] = #"{"bind": "\#(Self.property(of: value))"}"#
    let list = members.sorted { $0.key < $1.key }.map { #", "\#($0.key)": \#($0.value)"# }.joined()
    let scene = try SceneFixtures.scene(
      children: """
        [{"type": "text", "text": "before"},
         {"type": "stack", "direction": "horizontal", "children": [
           {"type": "\(kind.rawValue)"\(list)}, {"type": "text", "text": "|"}]},
         {"type": "text", "text": "after"}]
        """,
      artboards: #", {"name": "Row", "viewModel": "Inner", "children": [{"type": "text", "text": {"bind": "title"}}]}"#)
    for number in 1...3 {
      let item = try scene.file.createViewModelInstance(from: .blank(from: .name("Inner")))
      item.setValue(of: StringProperty(path: "title"), to: "item \(number)")
      item.setValue(of: NumberProperty(path: "amount"), to: Double(number * 3))
      try scene.instance.appendInstance(item, to: ListProperty(path: "items"))
    }
    scene.resize(to: CellSize(width: 16, height: 9))
    try set(value, of: scene)
    scene.advance(by: 0)
    return scene
  }

  private func picture(of scene: Scene) -> [String] {
    let cells = scene.rendered()
    let styles = (0..<cells.size.height).map { y in
      (0..<cells.size.width).map { x in
        let style = cells.style(x: x, y: y)
        return "\(style.foreground)/\(style.background)/\(style.attributes.rawValue)"
      }
      .joined(separator: " ")
    }
    return cells.lines + styles
  }

  @Test(arguments: ElementKind.allCases.filter { $0 != .run && $0 != .values })
  func `a value has the same effect late and from the start`(kind: ElementKind) throws {
    for (slot, initial) in kind.slots where slot != .widthMode && slot != .heightMode {
      let values = Self.values(of: initial)
      let expected = try values.map { picture(of: try scene(kind, slot, $0)) }
      for (index, first) in values.enumerated() {
        let scene = try scene(kind, slot, first)
        for step in 1..<max(2, values.count) {
          let next = (index + step) % values.count
          try set(values[next], of: scene)
          scene.advance(by: 0)
          let late = picture(of: scene)
          #expect(late == expected[next], "\(kind).\(slot): \(values[next]) after \(first)")
          if late != expected[next] { break }
        }
      }
    }
  }
}
