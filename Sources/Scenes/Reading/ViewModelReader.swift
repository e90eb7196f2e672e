/// Reads the enums, the view models and their instances.
@MainActor
struct ViewModelReader {
  let content: FileContent

  /// The names of the types in a file.
  static let types: [String: DataType] = [
    "string": .string, "number": .number, "boolean": .boolean, "color": .color, "enum": .enum, "trigger": .trigger,
    "viewModel": .viewModel, "list": .list, "image": .assetImage, "artboard": .artboard, "index": .symbolListIndex,
  ]

  // MARK: Types

  func readEnums(_ reader: NodeReader) throws(FileProblem) {
    for (name, item) in try reader.namedItems() {
      try item.allow(["name", "values"])
      var (values, texts, seen): ([String], [String], Set<String>) = ([], [], [])
      for value in try item.require("values").items() {
        let (key, text) = try enumValue(value)
        guard seen.insert(key).inserted else { throw value.problem("“\(key)” occurs twice") }
        values.append(key)
        texts.append(text)
      }
      content.enums.append(EnumType(name, values, texts: texts), named: name)
    }
  }

  /// A key, or an object with a key and the text that is shown for it.
  private func enumValue(_ reader: NodeReader) throws(FileProblem) -> (key: String, text: String) {
    guard reader.isObject else {
      let key = try reader.string()
      return (key, key)
    }
    try reader.allow(["key", "value"])
    return (try reader.require("key").string(), try reader.require("value").string())
  }

  func readViewModels(_ reader: NodeReader) throws(FileProblem) {
    let items = try reader.namedItems()
    for (name, item) in items {
      try item.allow(["name", "global", "properties", "instances"])
      let isGlobal = try item["global"]?.boolean() ?? false
      content.viewModels.append(ViewModel(name, isGlobal: isGlobal, changes: content.changes), named: name)
    }
    for (index, (_, item)) in items.enumerated() {
      for (name, property) in try item["properties"]?.namedItems() ?? [] {
        content.viewModels[index].add(try self.property(named: name, property))
      }
    }
    for (index, (_, item)) in items.enumerated() {
      try declareInstances(of: content.viewModels[index], item["instances"])
    }
  }

  private func property(named name: String, _ reader: NodeReader) throws(FileProblem) -> ViewModel.Property {
    try reader.allow(["name", "type", "enum", "viewModel", "use", "displayName"])
    guard !name.isEmpty, !name.contains(where: { "/:".contains($0) }) else {
      throw reader.problem("the name of a property is not empty, and has neither a slash nor a colon")
    }
    let typeReader = try reader.require("type")
    let typeName = try typeReader.string()
    guard let type = Self.types[typeName] else {
      throw typeReader.problem(NodeReader.unknown("type", typeName, among: Self.types.keys.sorted()))
    }
    let property = ViewModel.Property(name: name, type: type)
    property.use = try reader["use"].map { reader throws(FileProblem) in try reader.word(PropertyUse.self) }
    property.displayName = try reader["displayName"]?.string()
    if type == .enum {
      let reference = try reader.require("enum")
      let enumName = try reference.string()
      guard let found = content.enums[enumName] else {
        throw reference.problem(NodeReader.unknown("enum", enumName, among: content.enums.map(\.name)))
      }
      property.enumType = found
    }
    if type == .viewModel { property.viewModel = try viewModel(try reader.require("viewModel")) }
    return property
  }

  func viewModel(_ reader: NodeReader) throws(FileProblem) -> ViewModel {
    let name = try reader.string()
    guard let found = content.viewModels[name] else {
      throw reader.problem(NodeReader.unknown("view model", name, among: content.viewModels.map(\.name)))
    }
    return found
  }

  // MARK: Instances

  /// Creates the named instances without values, so that values can refer to them.
  private func declareInstances(of model: ViewModel, _ reader: NodeReader?) throws(FileProblem) {
    for (name, item) in try reader?.namedItems() ?? [] {
      try item.allow(["name", "export", "values"])
      let instance = try blankInstance(of: model, named: name, item)
      content.instances[ObjectIdentifier(model), default: NamedList()].append(instance, named: name)
      guard try item["export"]?.boolean() ?? true else { continue }
      content.exportedInstances[ObjectIdentifier(model), default: NamedList()].append(instance, named: name)
    }
  }

  private func blankInstance(
    of model: ViewModel, named name: String = "", _ reader: NodeReader
  ) throws(FileProblem) -> ViewModelInstance {
    guard content.instanceBudget > 0 else {
      throw reader.problem("more than \(FileContent.instanceLimit) instances, with nested ones")
    }
    return model.blankInstance(named: name, budget: &content.instanceBudget)
  }

  /// Reads the values of the named instances, once artboards and images are known.
  func readInstances(_ reader: NodeReader) throws(FileProblem) {
    for (name, item) in try reader.namedItems() {
      guard let model = content.viewModels[name] else { continue }
      for (name, item) in try item["instances"]?.namedItems() ?? [] {
        guard let instance = content.instances(of: model)[name], let values = item["values"] else { continue }
        try readValues(values, into: instance)
      }
    }
    for model in content.viewModels where model.isGlobal {
      content.globals.append(content.defaultInstance(of: model))
    }
  }

  private func readValues(_ reader: NodeReader, into instance: ViewModelInstance) throws(FileProblem) {
    let model = instance.viewModel
    try reader.allow(Set(model.properties.map(\.name)), allowsNull: true)
    for (name, _, value) in try reader.members() {
      guard let index = model.index(of: name) else { continue }
      instance.initialize(try self.value(of: model.properties[index], value), at: index)
    }
  }

  /// Reads a value of a property.
  func value(of property: ViewModel.Property, _ reader: NodeReader) throws(FileProblem) -> Value {
    switch property.type {
    case .number: return .number(try reader.number())
    case .string: return .string(try reader.string())
    case .boolean: return .boolean(try reader.boolean())
    case .color: return .color(try reader.color())
    case .enum:
      let key = try reader.string()
      guard let type = property.enumType, let value = type.value(key) else {
        throw reader.problem(NodeReader.unknown("value", key, among: property.enumType?.values ?? []))
      }
      return value
    case .assetImage: return .image(reader.isNull ? nil : try reader.image(in: content))
    case .artboard: return .artboard(reader.isNull ? nil : try reader.artboard(in: content))
    case .viewModel:
      guard !reader.isNull, let model = property.viewModel else { return .instance(nil) }
      return .instance(try instance(of: model, reader))
    case .list:
      var items: [ViewModelInstance] = []
      for item in try reader.items() { items.append(try listItem(item)) }
      return .list(InstanceList(items))
    default: throw reader.problem("a property of type \(property.type.rawValue) has no value in a file")
    }
  }

  /// An instance by its name, or one with the values that stand in its place.
  private func instance(of model: ViewModel, _ reader: NodeReader) throws(FileProblem) -> ViewModelInstance {
    guard reader.isString else {
      let instance = try blankInstance(of: model, reader)
      try readValues(reader, into: instance)
      return instance
    }
    let name = try reader.string()
    guard let found = content.instances(of: model)[name] else {
      let known = content.instances(of: model).map(\.instanceName)
      throw reader.problem(NodeReader.unknown("instance", name, among: known))
    }
    return found
  }

  private func listItem(_ reader: NodeReader) throws(FileProblem) -> ViewModelInstance {
    try reader.allow(["viewModel", "instance", "values"])
    let model = try viewModel(try reader.require("viewModel"))
    guard let values = reader["values"] else { return try instance(of: model, try reader.require("instance")) }
    guard reader["instance"] == nil else { throw reader.problem("an item has “instance” or “values”") }
    return try instance(of: model, values)
  }
}
