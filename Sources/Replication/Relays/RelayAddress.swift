import Actors

/// The address of a relay, as `peoplebook share` takes it.
public enum RelayAddress: Hashable, Sendable {
  /// A folder that something else carries.
  case folder(String)
  /// A PostgreSQL database.
  case postgres(String)
  /// A server of actors.
  case actors(String)

  /// Reads an address.
  ///
  /// - Throws: ``RelayError/badAddress(_:)``.
  public init(_ text: String) throws(RelayError) {
    if ["postgresql://", "postgres://"].contains(where: { text.hasPrefix($0) }) {
      self = .postgres(text)
    } else if ["http://", "https://", "http+unix://"].contains(where: { text.hasPrefix($0) }) {
      guard (try? ClientConfig(endpoint: text)) != nil else { throw .badAddress(text) }
      self = .actors(text)
    } else if text.hasPrefix("/") {
      self = .folder(text)
    } else {
      throw .badAddress(text)
    }
  }

  func relay(book: [UInt8]) -> any Relay {
    switch self {
    case .folder(let path): FolderRelay(folder: path, book: book)
    case .postgres(let address): PostgresRelay(address: address, book: book)
    case .actors(let endpoint): ActorRelay(endpoint: endpoint, book: book)
    }
  }
}

extension JoinLink {
  /// The relay that the link names.
  ///
  /// - Throws: ``RelayError/badAddress(_:)``.
  public func makeRelay() throws(RelayError) -> any Relay { try RelayAddress(relay).relay(book: book) }
}
