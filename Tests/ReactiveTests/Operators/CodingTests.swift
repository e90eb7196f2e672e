import Reactive
import ReactiveTesting
import Testing

/// Encodes numbers as text and fails for other types.
struct IntCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String {
    guard let number = value as? Int else { throw MarbleError() }
    return "\(number)"
  }

  func decode<T: Decodable>(_ type: T.Type, from input: String) throws -> T {
    guard let number = Int(input) as? T else { throw MarbleError() }
    return number
  }
}

@Suite(.leavesNothing) struct CodingTests {
  @Test func `encode and decode convert values`() {
    var log: [String] = []
    let encoded = [1, 2].publisher.encode(encoder: IntCoder()).sink { _ in
      log.append("|")
    } receiveValue: {
      log.append($0)
    }
    let decoded = ["3", "x", "4"].publisher.decode(type: Int.self, decoder: IntCoder()).sink {
      if case .failure(let error) = $0 { log.append("\(error)") }
    } receiveValue: {
      log.append("\($0)")
    }
    #expect(log == ["1", "2", "|", "3", "MarbleError()"])
    withExtendedLifetime((encoded, decoded)) {}
  }
}
