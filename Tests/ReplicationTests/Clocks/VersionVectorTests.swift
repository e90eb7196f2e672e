import Testing

@testable import Replication

@Suite struct VersionVectorTests {
  private let ada = MachineID(high: 0, low: 1)
  private let bob = MachineID(high: 0, low: 2)

  @Test func `a vector covers those with at most its entries`() {
    let vector = VersionVector([ada: 3, bob: 5])
    #expect(vector.covers(vector))
    #expect(vector.covers(VersionVector([ada: 3])))
    #expect(vector.covers(VersionVector()))
    #expect(!vector.covers(VersionVector([ada: 4])))
    #expect(!VersionVector([ada: 3]).covers(vector))
  }
}
