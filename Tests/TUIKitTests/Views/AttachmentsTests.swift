import TUIKit
import Testing

@Suite @MainActor struct AttachmentsTests {
  /// Reads its owner's attachments when it is released.
  @MainActor
  private final class AttachmentReader {
    private weak var owner: View?
    private let log: (AnyObject?) -> Void

    init(_ owner: View, log: @escaping (AnyObject?) -> Void) {
      self.owner = owner
      self.log = log
    }

    isolated deinit {
      guard let owner else { return }
      log(owner.attachments["key"])
      owner.attachments["other"] = nil
    }
  }

  @Test func `a replaced attachment may use the attachments`() {
    let view = View()
    var found: [AnyObject?] = []
    let next = View()
    view.attachments["key"] = AttachmentReader(view) { found.append($0) }
    view.attachments["key"] = next
    #expect(found.count == 1 && found.first.flatMap { $0 } === next)
    view.attachments["key"] = AttachmentReader(view) { found.append($0) }
    view.attachments["key"] = nil
    #expect(found.count == 2 && found.last.flatMap { $0 } == nil)
    view.attachments["key"] = AttachmentReader(view) { found.append($0) }
    view.attachments.append(AttachmentReader(view) { found.append($0) })
    view.attachments.removeAll()
    #expect(found.count == 4)
  }

  @Test func `attachments end with their view`() {
    weak var dead: View?
    do {
      let (view, attachment) = (View(), View())
      dead = attachment
      view.attachments["key"] = attachment
    }
    #expect(dead == nil)
  }
}
