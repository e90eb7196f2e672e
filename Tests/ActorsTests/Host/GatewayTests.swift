import Testing

@testable import Actors

@Suite struct GatewayTests {
  @Test(arguments: ["/other", "/gateway/%FF/connect"])
  func `a path without an actor has no route`(path: String) {
    let error = #expect(throws: HostError.self) { try Gateway.target(of: path, actor: nil) }
    #expect(error?.status == 404)
    #expect(error?.failure == ServerMessage.Failure(group: "guard", code: "no_route", message: "Not found."))
  }
}
