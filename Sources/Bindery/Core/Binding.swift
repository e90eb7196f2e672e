import Reactive

/// One property of one object, ready to be written: a weak target and a setter.
///
/// A binding is a transient: a computed property makes it (`label.textBinding`), `*=` takes it, and it is gone. It never
/// keeps its target alive, and what is sent after the target's death ends the subscription.
///
/// The setter may do more than write one property. A view of one's own that shows a whole value has one binding for it:
///
///     extension PersonCard {
///       var personBinding: Binding<PersonCard, Person> {
///         Binding(self, "person") { card, person in
///           card.nameLabel.text = person.name
///           card.mailLabel.text = person.mail
///         }
///       }
///     }
@MainActor
public struct Binding<Target: AnyObject, Value> {
  public private(set) weak var target: Target?

  /// What the property is called. With a view, or a view controller, it is the binding's identity: when the same property
  /// is bound again, the first binding ends.
  public let name: String

  @usableFromInline
  let set: (Target, Value) -> Void

  /// - Parameter name: what the property is called, as in `"text"` for `textBinding`.
  public init(_ target: Target, _ name: String, set: @escaping (Target, Value) -> Void) {
    self.init(weakly: target, name, set: set)
  }

  /// A binding to a key path: convenient where speed is no concern (a write through a key path costs as much as eight
  /// through a closure).
  public init(_ target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Value> & Sendable) {
    self.init(target, String(describing: keyPath)) { $0[keyPath: keyPath] = $1 }
  }

  private init(weakly target: Target?, _ name: String, set: @escaping (Target, Value) -> Void) {
    self.target = target
    self.name = name
    self.set = set
  }

  /// The same property, written with what `transform` makes of a value.
  public func contramap<Source>(_ transform: @escaping (Source) -> Value) -> Binding<Target, Source> {
    Binding<Target, Source>(weakly: target, name) { [set] in set($0, transform($1)) }
  }

  /// What a report calls the binding: `Label.text`.
  @usableFromInline
  var title: String {
    let owner = target.map { String(describing: type(of: $0)) } ?? "a released \(Target.self)"
    return "\(owner).\(name)"
  }
}
