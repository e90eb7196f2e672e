import Reactive

/// An artboard with its state machine and the instance that it is bound to: what a view hosts.
///
///     let scene = try Scene(file: file)
///     scene.advance(by: 0)
@MainActor
public final class Scene {
  /// What a scene is bound to.
  public enum DataBind {
    /// A copy of the default instance of the artboard's view model; nothing when the artboard has none.
    case auto
    /// An instance.
    case instance(ViewModelInstance)
    /// Nothing.
    case none

    /// An instance; the same as ``instance(_:)``.
    public static func viewModelInstance(_ instance: ViewModelInstance) -> DataBind { .instance(instance) }
  }

  /// The file of the artboard.
  public let file: File
  /// The artboard.
  public let artboard: Artboard
  /// The state machine, which advances the artboard.
  public let stateMachine: StateMachine
  /// The instance that the scene is bound to.
  public private(set) var viewModelInstance: ViewModelInstance?

  /// Creates a scene.
  ///
  /// The file is in memory, so the call does not suspend.
  ///
  /// - Parameters:
  ///   - file: The file of the artboard.
  ///   - artboard: The artboard; the first of the file without one.
  ///   - stateMachine: The state machine; the artboard's default one without one.
  ///   - dataBind: What the scene is bound to.
  /// - Throws: ``FileError`` or ``ArtboardError`` when a default does not exist.
  public init(
    file: File, artboard: Artboard? = nil, stateMachine: StateMachine? = nil, dataBind: DataBind = .auto
  ) throws {
    self.file = file
    self.artboard = try artboard ?? stateMachine?.artboard ?? file.createArtboard()
    self.stateMachine = try stateMachine ?? self.artboard.createStateMachine()
    switch dataBind {
    case .auto:
      viewModelInstance = try? file.createViewModelInstance(
        from: .viewModelDefault(from: .artboardDefault(self.artboard)))
    case .instance(let instance): viewModelInstance = instance
    case .none: break
    }
    if let viewModelInstance { self.stateMachine.bindViewModelInstance(viewModelInstance) }
  }

  isolated deinit {}

  /// Binds the scene to another instance, or to none.
  public func bindViewModelInstance(_ instance: ViewModelInstance?) {
    viewModelInstance = instance
    stateMachine.bindViewModelInstance(instance)
  }

  /// Moves the scene on; see ``StateMachine/advance(by:)``.
  ///
  /// - Returns: Whether another advance would change something by time alone.
  /// - Complexity: O(*n*), where *n* is the number of changes and of running timelines.
  @discardableResult
  public func advance(by seconds: Double) -> Bool { stateMachine.advance(by: seconds) }

  /// Gives the artboard a size in cells; `nil` is its own size.
  public func resize(to size: CellSize?) {
    artboard.setHostSize(size)
    stateMachine.setNeedsAdvance()
  }

  /// The size that the artboard has in the given room.
  ///
  /// - Complexity: O(*n*), where *n* is the number of visible components.
  public func sizeThatFits(_ room: CellSize) -> CellSize {
    artboard.tree.root.map { LayoutEngine.measure($0, in: room.limited()) } ?? CellSize(width: 0, height: 0)
  }
}
