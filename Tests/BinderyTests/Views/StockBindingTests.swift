import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing

/// One rule for every name: whatever can be set on a view has a binding that is called after it.
@Suite struct `The stock bindings` {
  private static let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  /// What is no value that a screen shows: what hangs on a view, who is told, and what the table or the container sets itself.
  private static let exceptions: Set<String> = [
    "View.attachments", "ViewController.attachments", "ViewController.onTitleChange", "ViewController.onDismiss",
    "TabController.viewControllers", "TableViewCell.isSelected", "TableViewCell.isMarked", "TableViewCell.glow",
    "TableViewCell.glowRegions", "TableViewCell.showsFreshMark",
  ]

  private static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private static func files(under folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").filter { $0.hasSuffix(".swift") }
      .map { "\(root)/\(folder)/\($0)" }
  }

  /// The properties of a view class that anybody can set, as `Class.property`.
  private static func settable(in source: String) -> [String] {
    let declaration = /^(?:public|open) (?:final )?class (\w+)/.anchorsMatchLineEndings()
    guard let match = source.firstMatch(of: declaration) else { return [] }
    let name = String(match.1)
    guard !["Application", "FrameClock", "MemoryScreen", "Pasteboard", "Terminal", "Window"].contains(name) else {
      return []
    }
    let property = /^  (?:public|open) var (\w+)/.anchorsMatchLineEndings()
    return source.matches(of: property).compactMap { match in
      let declaration = source[match.range.lowerBound...]
      let line = declaration.prefix { $0 != "\n" }
      let body = declaration.prefix(160)
      // What is computed and cannot be set is no more than a look.
      let isStored =
        !line.contains("{") || line.contains("{ didSet") || line.hasSuffix("{") && body.contains("{\n    didSet")
      let isSettable = isStored || line.hasSuffix("{") && body.contains("\n    set {")
      return isSettable ? "\(name).\(match.1)" : nil
    }
  }

  @Test func `are there for every property of every view`() throws {
    let bindery = try Self.files(under: "Sources/Bindery").map(Self.text).joined(separator: "\n")
    let properties = try Self.files(under: "Sources/TUIKit").flatMap { Self.settable(in: try Self.text($0)) }
    #expect(properties.contains("Label.styledText") && properties.contains("EditableControl.text"))
    #expect(properties.count > 50)
    let missing = properties.filter { property in
      !Self.exceptions.contains(property) && !bindery.contains("var \(property.split(separator: ".")[1])Binding: ")
    }
    #expect(missing == [])
  }

  @Test @MainActor func `write the property that they are called after`() {
    let label = Label("")
    let group = BindingGroup {
      label.roleBinding *= Just(.danger)
      label.attributesBinding *= Just(.bold)
      label.alignmentBinding *= Just(.center)
      label.numberOfLinesBinding *= Just(3)
      label.isHiddenBinding *= Just(true)
      label.backgroundRoleBinding *= Just(.surface)
      label.styledTextBinding *= Just(StyledText("Ada", role: .accent))
    }
    #expect(label.role == .danger && label.attributes == .bold && label.alignment == .center)
    #expect(label.numberOfLines == 3 && label.isHidden && label.backgroundRole == .surface)
    #expect(label.styledText == StyledText("Ada", role: .accent))
    let segments = SegmentedControl()
    let index = CurrentValue<Int?, Never>(1)
    group.capture {
      segments.segmentsBinding *= Just(["a", "b", "c"])
      segments.selectedSegmentIndexBinding *= index
    }
    #expect(segments.selectedSegmentIndex == 1)
    _ = segments.keyPressed(KeyEvent(.right))
    #expect(index.value == 2)
  }
}
