/// Why a client cannot be configured.
public enum ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The endpoint is not an address.
  case invalidURL(String)
  /// The endpoint has a query.
  case queryString
  /// The endpoint has a fragment.
  case fragment
  /// The endpoint has a token and no namespace.
  case tokenWithoutNamespace
  /// The namespace is in the endpoint, and in the parameter or the environment.
  case duplicateNamespace
  /// The token is in the endpoint, and in the parameter or the environment.
  case duplicateToken

  /// What is wrong, and how to say it.
  public var description: String {
    switch self {
    case .invalidURL(let text): "“\(text)” is not an address like http://localhost:6420."
    case .queryString: "An endpoint has no query: leave out the part from “?”."
    case .fragment: "An endpoint has no fragment: leave out the part from “#”."
    case .tokenWithoutNamespace: "An endpoint with a token needs a namespace: https://namespace:token@host."
    case .duplicateNamespace:
      "The namespace is given twice: leave it out of the endpoint, or unset the parameter and RIVET_NAMESPACE."
    case .duplicateToken:
      "The token is given twice: leave it out of the endpoint, or unset the parameter and RIVET_TOKEN."
    }
  }
}
