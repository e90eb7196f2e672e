import Testing

@testable import Replication

@Suite struct HybridClockTests {
  @Test func `moments only grow although the clock goes back`() {
    var clock = HybridClock()
    let times: [Int64] = [5, 5, 3, 9, 1]
    let moments = times.map { clock.tick(at: $0) }
    #expect(moments == moments.sorted())
    #expect(Set(moments).count == 5)
    #expect(moments[3] == Moment(time: 9))
    #expect(moments[3].counter == 0)
  }

  @Test func `a moment is later than a received one of a fast clock`() {
    var clock = HybridClock()
    clock.receive(Moment(time: 7_200_000, counter: 3))
    #expect(clock.tick(at: 100) == Moment(time: 7_200_000, counter: 4))
    #expect(clock.tick(at: 7_200_001) == Moment(time: 7_200_001))
  }

  @Test func `the last moment of all can be received and is repeated`() {
    let greatest = Moment(time: Moment.limit, counter: Moment.limit)
    var clock = HybridClock()
    clock.receive(greatest)
    #expect(clock.tick(at: .max) == greatest)
  }

  @Test func `a machine's text has one form`() {
    let machine = MachineID(high: 1, low: 0xAB)
    #expect(machine.description == "000000000000000100000000000000ab")
    #expect(MachineID(machine.description) == machine)
    #expect(MachineID(high: 0x0123_4567_89AB_CDEF, low: 0).prefix == "01234567")
    #expect(MachineID(machine.description.uppercased()) == nil)
    #expect(MachineID("12") == nil)
  }

  @Test func `moments are ordered by their times, then by their counters`() {
    let moments = [(1, 0), (1, 2), (2, 0), (2, 1)].map { Moment(time: $0.0, counter: $0.1) }
    for (index, moment) in moments.enumerated() {
      #expect(moments.map { $0 < moment } == moments.indices.map { $0 < index })
    }
  }
}
