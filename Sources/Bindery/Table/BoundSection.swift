import FoundationEssentials
import Reactive
import TUIKit

/// A section of a bound table, for as long as it is in it: its rows, its titles, and what its links answer.
@MainActor
final class BoundSection {
  let links: SectionLinks
  let rows: any RowSource
  private let binding: TableViewSectionBinding
  private var titles: [AnyCancellable] = []
  private var header: String?
  private var footer: String?
  /// Why the rows are not up to date.
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
      titles.append(header.sink { [weak self] in self?.setTitle(\.header, $0) })
    }
    if let footer = binding.footer {
      titles.append(footer.sink { [weak self] in self?.setTitle(\.footer, $0) })
    }
    rows.start(self)
  }

  /// The section is no longer wanted; what it shows stays until the table has heard of it.
  func stop() {
    titles = []
    rows.stop()
    table = nil
  }

  var headerTitle: String? { header }

  /// The footer, or what has gone wrong, when no link answers for it.
  var footerTitle: String? {
    guard let failure, links.answers.didFail == nil else { return footer }
    return "\(failure)"
  }

  private func setTitle(_ title: ReferenceWritableKeyPath<BoundSection, String?>, _ text: String?) {
    guard self[keyPath: title] != text else { return }
    self[keyPath: title] = text
    table?.titlesDidChange()
  }

  private func setFailure(_ error: (any Error)?) {
    guard error != nil || failure != nil else { return }
    failure = error
    if links.answers.didFail == nil { table?.titlesDidChange() }
  }
}

extension BoundSection: RowSourceObserver {
  func rowsDidChange() {
    setFailure(nil)
    table?.contentDidChange()
  }

  func rowsDidReset() {
    setFailure(nil)
    table?.contentDidReset()
  }

  func rowsDidFail(_ error: any Error) {
    setFailure(error)
    if let didFail = links.answers.didFail { didFail(error) } else { table?.contentDidFail(error) }
  }
}
