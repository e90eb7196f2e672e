extension String {
  /// The number of a percentage such as `50%` or `33.5%`.
  var percentage: Double? {
    guard last == "%", let first, first.isASCII, first.isNumber else { return nil }
    let isPlain = dropLast().utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    return isPlain ? Double(dropLast()).flatMap { $0.isFinite ? $0 : nil } : nil
  }
}

extension NodeReader {
  /// The name of an image of the file.
  @MainActor
  func image(in content: FileContent) throws(FileProblem) -> Image {
    let name = try string()
    guard let found = content.images[name] else {
      throw problem(Self.unknown("image", name, among: content.images.keys.sorted()))
    }
    return found
  }

  /// The name of an artboard of the file.
  @MainActor
  func artboard(in content: FileContent) throws(FileProblem) -> ArtboardDefinition {
    let name = try string()
    guard let found = content.artboards[name] else {
      throw problem(Self.unknown("artboard", name, among: content.artboards.map(\.name)))
    }
    return found
  }

  /// A value of the same type as `example`.
  @MainActor
  func value(like example: Value, in content: FileContent) throws(FileProblem) -> Value {
    switch example {
    case .number: return .number(try number())
    case .string: return .string(try string())
    case .boolean: return .boolean(try boolean())
    case .color: return .color(try color())
    case .option(let type, _):
      let key = try string()
      guard let value = type.value(key) else { throw problem(Self.unknown("value", key, among: type.values)) }
      return value
    case .image: return .image(try image(in: content))
    case .artboard: return .artboard(try artboard(in: content))
    default: throw problem("expected a binding such as {\"bind\": \"people\"}")
    }
  }

  /// A property of a view model: a path from `model`, `Model:path` from another one, or, without a model, a path that
  /// the nearest instance has.
  @MainActor
  func source(
    from model: ViewModel?, in content: FileContent
  ) throws(FileProblem) -> (reference: SourceReference, property: ViewModel.Property?) {
    let text = try string()
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var (root, path) = (model, text)
    if parts.count == 2 {
      guard let named = content.viewModels[parts[0]] else {
        throw problem(Self.unknown("view model", parts[0], among: content.viewModels.map(\.name)))
      }
      (root, path) = (named, parts[1])
    }
    guard let root else {
      // In a file without view models, the paths are those of the file that shows its artboards.
      guard content.viewModels.isEmpty || content.hasProperty(at: path) else {
        let known = content.viewModels.flatMap { $0.properties.map(\.name) }
        throw problem("no view model has a property “\(path)”\(Suggestion.text(for: path, among: known))")
      }
      return (SourceReference(model: nil, text: text), nil)
    }
    if let found = root.path(path) { return (SourceReference(model: root, text: path), found.property) }
    throw problem(Self.missing(path, in: root))
  }

  /// What is wrong with a path.
  @MainActor
  private static func missing(_ path: String, in root: ViewModel) -> String {
    var model = root
    for name in path.split(separator: "/", omittingEmptySubsequences: false).map(String.init) {
      guard let index = model.index(of: name) else {
        let suggestion = Suggestion.text(for: name, among: model.properties.map(\.name))
        return "no property “\(name)” in view model \(model.name)\(suggestion)"
      }
      guard let next = model.properties[index].viewModel else {
        return "“\(name)” of view model \(model.name) has no properties"
      }
      model = next
    }
    return "no property “\(path)” in view model \(root.name)"
  }

  /// A colour: the name of a role, `#rrggbb` or `#aarrggbb`.
  func color() throws(FileProblem) -> Color {
    let text = try string()
    guard let color = Color(text) else {
      let names = Color.Role.allCases.map(\.rawValue) + ["none"]
      let suggestion = Suggestion.text(for: text, among: names)
      throw problem("“\(text)” is neither a role of the theme nor a colour like #ff8800\(suggestion)")
    }
    return color
  }
}
