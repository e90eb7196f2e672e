/// A view model of a file: its name and its properties in order.
@MainActor
final class ViewModel {
  /// A property of a view model.
  @MainActor
  final class Property {
    let name: String
    let type: DataType
    /// The sides of a stateful artboard that the property is for; `nil` for a property that is for every use.
    var use: PropertyUse?
    /// The name for people; `nil` for the name itself.
    var displayName: String?
    /// The enum of an enum property.
    var enumType: EnumType?
    /// The view model of a nested instance; `nil` too when neither the file nor an instance of it is left.
    weak var viewModel: ViewModel?

    init(name: String, type: DataType) {
      self.name = name
      self.type = type
    }

    /// Why the property is not for a use; `nil` where it is.
    func refusal(of wanted: PropertyUse) -> String? {
      guard let use, use != .both, use != wanted else { return nil }
      return "“\(name)” is for \(use.rawValue)"
    }

    /// The default of the property's type; a nested instance is missing.
    var blankValue: Value {
      switch type {
      case .number, .integer: .number(0)
      case .string: .string("")
      case .boolean: .boolean(false)
      case .color: .color(Color(0xFF00_0000))
      case .enum: enumType.map { .option($0, 0) } ?? .none
      case .trigger: .trigger(0)
      case .viewModel: .instance(nil)
      case .list: .list(InstanceList())
      case .assetImage: .image(nil)
      case .artboard: .artboard(nil)
      case .symbolListIndex: .index(0)
      case .none, .assetFont, .assetBlob, .input, .any: .none
      }
    }
  }

  let name: String
  /// Whether the file has one instance that every artboard can bind to.
  let isGlobal: Bool
  private(set) var properties: [Property] = []
  private var indices: [String: Int] = [:]
  @exclusivity(unchecked) private var paths: [String: PropertyPath] = [:]
  /// The property that a list writes the position of its items to.
  private(set) var listIndexProperty: Int?
  /// The reports and pending events of the file.
  let changes: FileChanges

  /// The number of nested instances that one blank instance creates at most.
  private static let blankLimit = 1_000
  /// The number of resolved paths that are kept.
  private static let pathLimit = 4_096

  init(_ name: String, isGlobal: Bool = false, changes: FileChanges) {
    self.name = name
    self.isGlobal = isGlobal
    self.changes = changes
  }

  func add(_ property: Property) {
    indices[property.name] = properties.count
    if property.type == .symbolListIndex, listIndexProperty == nil { listIndexProperty = properties.count }
    properties.append(property)
  }

  func index(of name: some StringProtocol) -> Int? { indices[String(name)] }

  /// The property at a path of names with slashes between them; `nil` when there is none.
  ///
  /// - Complexity: O(1) for a path that was resolved before.
  func path(_ text: String) -> PropertyPath? {
    if let known = paths[text] { return known }
    guard let found = PropertyPath(text, in: self) else { return nil }
    if paths.count < Self.pathLimit { paths[text] = found }
    return found
  }

  // MARK: Blank instances

  /// An instance in which each value is the default of its type.
  ///
  /// Nested instances are blank too. A view model that contains itself has no nested instance at the second
  /// occurrence.
  func blankInstance(named name: String = "") -> ViewModelInstance {
    var budget = Self.blankLimit
    return blankInstance(named: name, budget: &budget)
  }

  /// A blank instance with at most as many nested ones as the budget has left.
  func blankInstance(named name: String = "", budget: inout Int) -> ViewModelInstance {
    let limit = min(budget, Self.blankLimit)
    var left = limit
    var above: [ViewModel] = []
    defer { budget -= limit - left }
    return blankInstance(named: name, above: &above, budget: &left)
  }

  private func blankInstance(
    named name: String, above: inout [ViewModel], budget: inout Int
  ) -> ViewModelInstance {
    budget -= 1
    above.append(self)
    defer { above.removeLast() }
    var values: ContiguousArray<Value> = []
    values.reserveCapacity(properties.count)
    for property in properties {
      guard property.type == .viewModel else {
        values.append(property.blankValue)
        continue
      }
      if let nested = property.viewModel, budget > 0, !above.contains(where: { $0 === nested }) {
        values.append(.instance(nested.blankInstance(named: "", above: &above, budget: &budget)))
      } else {
        values.append(.instance(nil))
      }
    }
    return ViewModelInstance(self, name: name, values: values)
  }
}

/// A resolved path: the index of the property in each view model on the way.
@MainActor
struct PropertyPath {
  /// The indices from the root; at least one.
  let indices: [Int]
  /// The property at the end.
  let property: ViewModel.Property

  /// Resolves a path of names; `nil` when a name is unknown, or one before the last is not a nested instance.
  init?(_ text: String, in root: ViewModel) {
    var indices: [Int] = []
    var model: ViewModel? = root
    var last: ViewModel.Property?
    for name in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard let current = model, let index = current.index(of: name) else { return nil }
      indices.append(index)
      let property = current.properties[index]
      model = property.viewModel
      last = property
    }
    guard let last else { return nil }
    self.indices = indices
    property = last
  }

  /// The instance and the index of the property, from a root; `nil` when a nested instance on the way is missing.
  func resolve(from root: ViewModelInstance) -> (instance: ViewModelInstance, index: Int)? {
    var instance = root
    for index in indices.dropLast() {
      guard case .instance(let nested?) = instance.values[index] else { return nil }
      instance = nested
    }
    return (instance, indices[indices.count - 1])
  }
}
