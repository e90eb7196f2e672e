/// An encoder that turns a whole value into its external representation.
///
/// This module does not import Foundation. A program that uses `JSONEncoder` declares the conformance once:
/// `extension JSONEncoder: @retroactive TopLevelEncoder {}`.
public protocol TopLevelEncoder<Output> {
  /// The type of the external representation, for example `Data`.
  associatedtype Output

  /// Returns the external representation of `value`.
  ///
  /// - Throws: An error when `value` cannot be represented.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A decoder that makes a value from its external representation.
///
/// This module does not import Foundation. A program that uses `JSONDecoder` declares the conformance once:
/// `extension JSONDecoder: @retroactive TopLevelDecoder {}`.
public protocol TopLevelDecoder<Input> {
  /// The type of the external representation, for example `Data`.
  associatedtype Input

  /// Returns the value that `input` represents.
  ///
  /// - Throws: An error when `input` does not represent a value of this type.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension Publisher where Output: Encodable {
  /// Encodes each value with `encoder`; fails with the first error that it throws.
  @inlinable
  public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> AnyPublisher<Coder.Output, any Error> {
    tryMap { try encoder.encode($0) }
  }
}

extension Publisher {
  /// Decodes each value with `decoder`; fails with the first error that it throws.
  @inlinable
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> AnyPublisher<Item, any Error> where Coder.Input == Output {
    tryMap { try decoder.decode(type, from: $0) }
  }
}
