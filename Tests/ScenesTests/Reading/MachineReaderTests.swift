import Testing

@testable import Scenes

/// Mistakes in the state machines of a file.
@MainActor
@Suite struct MachineReaderTests {
  private func problem(_ machine: String) -> String {
    SceneFixtures.problem(
      of: SceneFixtures.text(
        children: "[]",
        more: #", "animations": [{"name": "grow", "duration": 60, "tracks": []}], "stateMachines": [\#(machine)]"#))
  }

  private func problem(states: String, transitions: String = "") -> String {
    problem(#"{"name": "m", "layers": [{"name": "l", "states": [\#(states)], "transitions": [\#(transitions)]}]}"#)
  }

  @Test(arguments: [
    (#"{"name": "any"}"#, "“any” is the name of a state that every layer has"),
    (
      #"{"name": "a", "animation": "grow", "additive": []}"#, "a state plays one of “animation”, “blend” and “additive”"
    ),
    (#"{"name": "a", "speed": 2}"#, "only a state with an “animation” has a “speed”"),
    (#"{"name": "a", "additive": [], "speed": 2}"#, "only a state with an “animation” has a “speed”"),
    (#"{"name": "a", "animation": "grwo"}"#, "unknown animation “grwo”; did you mean “grow”?"),
  ])
  func `a mistake in a state is reported`(state: String, message: String) {
    #expect(problem(states: state).hasSuffix(": " + message), "\(problem(states: state))")
  }

  @Test(arguments: [
    (#"{"from": "exit", "to": "a"}"#, "no transition starts at “exit”"),
    (#"{"from": "a", "to": "bb"}"#, "unknown state “bb”"), (#"{"from": "a"}"#, "“to” is missing"),
  ])
  func `a mistake in a transition is reported`(transition: String, message: String) {
    let found = problem(states: #"{"name": "a"}"#, transitions: transition)
    #expect(found.contains(": " + message), "\(found)")
  }

  @Test func `every state may be entered, left and played in one way`() {
    let states = ["a", "b", "c"].map { #"{"name": "\#($0)", "animation": "grow", "speed": 2}"# }
    let ends = [("entry", "a"), ("any", "b"), ("a", "exit"), ("b", "c")]
    let transitions = ends.map { #"{"from": "\#($0)", "to": "\#($1)"}"# }
    let found = problem(states: states.joined(separator: ", "), transitions: transitions.joined(separator: ", "))
    #expect(found == "valid")
  }
}
