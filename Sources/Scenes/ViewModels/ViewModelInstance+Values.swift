extension ViewModelInstance {
  // MARK: Values

  /// The value of a property, as it was last set.
  ///
  /// - Throws: ``ViewModelInstanceError`` when there is no property of that type at the path.
  public func value<P: ObservableProperty>(of property: P) throws(ViewModelInstanceError) -> P.Value {
    guard let (instance, index) = find(property.path, P.dataType),
      let value = P.value(of: PropertyContent(instance.values[index]))
    else { throw .message(Self.notFound(P.dataType, property.path, "getting")) }
    return value
  }

  /// Sets a property.
  ///
  /// Elements and subscribers receive the value with the next advance.
  ///
  /// An equal value changes nothing. A value that cannot be set changes nothing and is reported through
  /// ``File/errors``.
  public func setValue<P: ObservableProperty>(of property: P, to value: P.Value) {
    noteCall()
    guard let (instance, index) = find(property.path, P.dataType) else {
      return viewModel.changes.report(Self.notFound(P.dataType, property.path, "setting"))
    }
    guard let content = P.content(of: value, replacing: PropertyContent(instance.values[index])) else {
      return viewModel.changes.report(instance.refusal(of: value, at: index))
    }
    instance.set(content.value, at: index)
  }

  private func refusal(of value: Any, at index: Int) -> String {
    let property = viewModel.properties[index]
    let values = property.enumType?.values.joined(separator: ", ") ?? ""
    return "“\(value)” is not a value of the enum of \(property.name); possible values: \(values)"
  }

  // MARK: Triggers

  /// Fires a trigger: subscribers receive one event with the next advance, however often it was fired.
  public func fire(trigger property: TriggerProperty) {
    noteCall()
    guard let (instance, index) = find(property.path, .trigger) else {
      return viewModel.changes.report(Self.notFound(.trigger, property.path, "firing"))
    }
    instance.fire(at: index)
  }

  // MARK: Nested instances

  /// The nested instance at a path: the instance itself, not a copy.
  ///
  /// - Throws: ``ViewModelInstanceError`` when the path is wrong or there is no instance.
  public func value(of property: ViewModelInstanceProperty) throws(ViewModelInstanceError) -> ViewModelInstance {
    guard let (instance, index) = find(property.path, .viewModel), case .instance(let nested?) = instance.values[index]
    else { throw .message(Self.notFound(.viewModel, property.path, "getting")) }
    return nested
  }

  /// Replaces a nested instance; what is bound below the property follows the new one.
  ///
  /// The former instance keeps its values. An instance of another view model is refused and reported.
  public func setValue(of property: ViewModelInstanceProperty, to nested: ViewModelInstance) {
    noteCall()
    guard let (instance, index) = find(property.path, .viewModel) else {
      return viewModel.changes.report(Self.notFound(.viewModel, property.path, "setting"))
    }
    guard instance.viewModel.properties[index].viewModel === nested.viewModel else {
      let wanted = instance.viewModel.properties[index].viewModel?.name ?? "none"
      return viewModel.changes.report(
        "The view model at path \(property.path) is \(wanted), and cannot be replaced by \(nested.viewModel.name)")
    }
    instance.set(.instance(nested), at: index)
  }

  // MARK: Finding

  /// The instance and the index at a path; `nil` when the path or the type is wrong.
  func find(_ path: String, _ type: DataType) -> (instance: ViewModelInstance, index: Int)? {
    guard let path = viewModel.path(path), path.property.type == type else { return nil }
    return path.resolve(from: self)
  }

  static func notFound(_ type: DataType, _ path: String, _ verb: String) -> String {
    "Could not find view model property instance when \(verb) property type \(type.rawValue) with path \(path)"
  }
}
