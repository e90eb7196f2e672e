extension File {
  /// Describes the first difference between a view model and the values that a program sets; `nil` if there is none.
  ///
  /// Reports a property of another type, and one that neither the program nor the file sets, with a name like that of a
  /// value that the view model does not declare.
  ///
  /// - Parameters:
  ///   - viewModel: The name of the view model; nothing is reported for an unknown one.
  ///   - values: The names and types of the values that the program sets.
  /// - Complexity: O(*n* *m*), where *n* is the number of properties and *m* the number of values.
  public func mismatch(of viewModel: String, with values: [String: DataType]) -> String? {
    guard let model = content.viewModels[viewModel] else { return nil }
    let missing = values.keys.filter { model.index(of: $0) == nil }.sorted()
    for property in model.properties {
      let name = property.name
      if let type = values[name] {
        guard type != property.type else { continue }
        let (declared, set) = (Self.name(of: property.type), Self.name(of: type))
        return "“\(name)” of \(viewModel) has the type “\(declared)”, and is set to a value of type “\(set)”"
      }
      guard !content.isWritten(property) else { continue }
      let similar =
        Suggestion.best(for: name, among: missing) ?? missing.first { name.lowercased().contains($0.lowercased()) }
      if let similar { return "“\(name)” of \(viewModel) is never set; did you mean “\(similar)”?" }
    }
    return nil
  }

  /// The name of a type in files.
  private static func name(of type: DataType) -> String {
    ViewModelReader.types.first { $0.value == type }?.key ?? type.rawValue
  }
}
