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
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init(_ text: String) throws(RelayError) {
    // A link cannot carry them.
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw .badAddress(text)
    }
    if ["postgresql://", "postgres://"].contains(where: { text.hasPrefix($0) }) {
      self = .postgres(text)
    } else if ["http://", "https://", "http+unix://"].contains(where: { text.hasPrefix($0) }) {
      // A link means the same server and namespace on each machine, whatever its environment.
      guard (try? ClientConfig(endpoint: text, environment: [:])) != nil else { throw .badAddress(text) }
      self = .actors(text)
    } else if text.hasPrefix("/") {
      self = .folder(text)
    } else {
      throw .badAddress(text)
    }
  }

  /// An address as others may see it: without a password.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the address.
  public static func withoutPassword(_ address: String) -> String {
    address.replacing(/(:\/\/[^:@\/]*:).*@/) { "\($0.1)…@" }.replacing(/([?&](?:ssl)?password=)[^&]*/) { "\($0.1)…" }
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
