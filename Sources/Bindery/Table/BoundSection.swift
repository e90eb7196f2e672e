import FoundationEssentials
import Reactive
import TUIKit

/// A section of a bound table, while it is in the table: its rows, its titles, and the answers of its links.
@MainActor
final class BoundSection {
  let links: SectionLinks
  let rows: any RowSource
  private let binding: TableViewSectionBinding
  private var tokens: [AnyCancellable] = []
  private(set) var headerTitle: String?
  private var footer: String?
  /// The height of the rows, where a publisher sets it.
  private(set) var rowHeight: Int?
  /// The failure of the source, for which no link answers.
  private var failure: (any Error)?
  private weak var table: (any TableContentObserver)?

  init(_ binding: TableViewSectionBinding) {
    self.binding = binding
    links = SectionLinks(binding.answers)
    rows = binding.makeRows()
  }

  isolated deinit {}

  func start(_ table: any TableContentObserver) {
    self.table = table
    if let header = binding.header {
      tokens.append(header.sink { [weak self] in self?.setTitle(\.headerTitle, $0) })
    }
    if let footer = binding.footer {
      tokens.append(footer.sink { [weak self] in self?.setTitle(\.footer, $0) })
    }
    if let height = binding.height {
      tokens.append(height.sink { [weak self] in self?.setRowHeight($0) })
    }
    rows.start(self)
  }

  /// Ends the subscriptions.
  ///
  /// The rows stay until the table has applied the deletion of the section.
  func stop() {
    tokens = []
    rows.stop()
    table = nil
  }

  /// The failure, or else the footer.
  var footerTitle: String? { failure.map { "\($0)" } ?? footer }

  private func setTitle(_ title: ReferenceWritableKeyPath<BoundSection, String?>, _ text: String?) {
    guard self[keyPath: title] != text else { return }
    self[keyPath: title] = text
    table?.titlesDidChange()
  }

  private func setRowHeight(_ height: Int) {
    guard rowHeight != height else { return }
    rowHeight = height
    table?.rowHeightDidChange()
  }

  private func clearFailure() {
    guard failure != nil else { return }
    failure = nil
    table?.titlesDidChange()
  }
}

extension BoundSection: RowSourceObserver {
  func rowsDidChange() {
    clearFailure()
    table?.contentDidChange()
  }

  func rowsDidReset() {
    clearFailure()
    table?.contentDidReset()
  }

  /// Reports a failure once: to the link of the section, or to that of the table, or in the footer.
  func rowsDidFail(_ error: any Error) {
    if let didFail = links.answers.didFail { return didFail(error) }
    guard table?.sectionDidFail(error) != true else { return }
    failure = error
    table?.titlesDidChange()
  }
}
