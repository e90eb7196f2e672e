/// The instances that the paths of an artboard can begin at, from the nearest outwards.
@MainActor
final class DataContext {
  let instance: ViewModelInstance?
  private let parent: DataContext?
  private let globals: [ViewModelInstance]

  init(_ instance: ViewModelInstance?, parent: DataContext? = nil, globals: [ViewModelInstance] = []) {
    self.instance = instance
    self.parent = parent
    self.globals = globals
  }

  /// The instance where a path begins, and the resolved path.
  ///
  /// - Parameters:
  ///   - model: The view model of the instance; `nil` for the nearest one that has the path.
  ///   - text: The names with slashes between them.
  func find(_ model: ViewModel?, _ text: String) -> (root: ViewModelInstance, path: PropertyPath)? {
    var context: DataContext? = self
    while let current = context {
      if let instance = current.instance, let path = Self.path(model, text, in: instance) { return (instance, path) }
      if current.parent == nil {
        for instance in current.globals {
          if let path = Self.path(model, text, in: instance) { return (instance, path) }
        }
      }
      context = current.parent
    }
    return nil
  }

  private static func path(_ model: ViewModel?, _ text: String, in instance: ViewModelInstance) -> PropertyPath? {
    if let model, model !== instance.viewModel { return nil }
    return instance.viewModel.path(text)
  }
}
