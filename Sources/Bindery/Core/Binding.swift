import Reactive

/// A property of an object that `*=` can write: a weak target and a setter.
///
/// A binding is transient: a computed property makes it (`label.textBinding`) and `*=` uses it. It never keeps its
/// target alive, and a value that is sent after the target's release ends the subscription.
///
/// The setter may do more than write one property. A view that shows a whole value has one binding for it:
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
  /// The object that has the property.
  public private(set) weak var target: Target?

  /// The name of the property.
  ///
  /// With a view or a view controller it is the binding's identity: when the property is bound again, the former
  /// binding ends. These names would end bindings of Bindery, and are reserved: `rows`, `components`, `delegate`,
  /// `chain` and `presentation result`.
  public let name: String

  @usableFromInline
  let set: (Target, Value) -> Void

  /// A property that a closure writes.
  ///
  /// - Parameters:
  ///   - target: The object that has the property; held weakly.
  ///   - name: The name of the property, such as `"text"` for `textBinding`.
  ///   - set: Writes the property.
  public init(_ target: Target, _ name: String, set: @escaping (Target, Value) -> Void) {
    self.init(weakly: target, name, set: set)
  }

  /// A property that is written through a key path, at eight times the cost of a closure.
  public init(_ target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Value> & Sendable) {
    self.init(target, String(describing: keyPath)) { $0[keyPath: keyPath] = $1 }
  }

  private init(weakly target: Target?, _ name: String, set: @escaping (Target, Value) -> Void) {
    self.target = target
    self.name = name
    self.set = set
  }

  /// The same property, for values of another type that `transform` converts.
  public func contramap<Source>(_ transform: @escaping (Source) -> Value) -> Binding<Target, Source> {
    Binding<Target, Source>(weakly: target, name) { [set] in set($0, transform($1)) }
  }

  /// The name of the binding in reports: `Label.text`.
  @usableFromInline
  var title: String {
    let owner = target.map { String(describing: type(of: $0)) } ?? "a released \(Target.self)"
    return "\(owner).\(name)"
  }
}
