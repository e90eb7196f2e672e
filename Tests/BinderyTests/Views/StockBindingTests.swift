import Bindery
import FoundationEssentials
import Reactive
import TUIKit
import Testing

/// Each stock binding is used: a property without a stock binding can be bound in one line.
@Suite struct `The stock bindings` {
  private static let root = (#filePath as String).split(separator: "/").dropLast(4).map { "/\($0)" }.joined()

  private static func text(under folders: String...) throws -> String {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOfFile: "\(root)/\(folder)/\($0)", encoding: .utf8) }
    }.joined(separator: "\n")
  }

  @Test func `are all used by a program or a chain`() throws {
    let names = try Self.text(under: "Sources/Bindery/Views").matches(of: /public var (\w+Binding):/).map { $0.1 }
    let uses = try Self.text(
      under: "Sources/Bindery/Controls", "Sources/Bindery/Delegates", "Sources/Examples", "Sources/peoplebook")
    #expect(names.count > 20)
    #expect(Set(names).filter { !uses.contains(".\($0)") && !uses.contains(" \($0) *=") } == [])
  }

  @Test @MainActor func `write the property that they are named after`() {
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
    let dot = StatusDot()
    let isOn = CurrentValue<Bool, Never>(true)
    group.capture { dot.isOnBinding *= isOn.asCurrentValuePublisher() }
    #expect(dot.isOn)
    isOn.value = false
    #expect(!dot.isOn)
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
