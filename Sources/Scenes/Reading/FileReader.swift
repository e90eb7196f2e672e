/// Reads a whole scene file.
@MainActor
enum FileReader {
  /// Checks a file, and creates what it declares.
  ///
  /// - Complexity: O(length).
  static func read(
    _ root: NodeReader, images: [String: Image], requiring requirement: FileRequirement
  ) throws(FileProblem) -> FileContent {
    try root.allow(["$schema", "enums", "viewModels", "images", "converters", "artboards"])
    _ = try root["$schema"]?.string()
    try check(root, has: requirement)
    let content = FileContent()
    let models = ViewModelReader(content: content)
    content.images = images
    if let enums = root["enums"] { try models.readEnums(enums) }
    if let viewModels = root["viewModels"] { try models.readViewModels(viewModels) }
    if let list = root["converters"] { try ConverterReader(content: content).read(list) }
    let artboards = try root["artboards"]?.namedItems() ?? []
    for (name, reader) in artboards {
      let model = try reader["viewModel"].map { reader throws(FileProblem) in try models.viewModel(reader) }
      content.artboards.append(ArtboardDefinition(name, viewModel: model), named: name)
    }
    for (index, (_, reader)) in artboards.enumerated() {
      let artboard = content.artboards[index]
      try ElementReader(content: content, artboard: artboard).readArtboard(reader)
      try AnimationReader(content: content, artboard: artboard).read(reader)
      try MachineReader(content: content, artboard: artboard).read(reader)
    }
    try checkMachines(of: content)
    var nesting = ArtboardNesting(content.artboardReferences)
    for artboard in content.artboards { try nesting.check(artboard) }
    content.artboardReferences = [:]
    if let viewModels = root["viewModels"] { try models.readInstances(viewModels) }
    return content
  }

  private static func check(_ root: NodeReader, has requirement: FileRequirement) throws(FileProblem) {
    guard requirement != .nothing else { return }
    let artboards = try root.require("artboards")
    guard let first = try artboards.namedItems().first else { throw artboards.problem("the file has no artboard") }
    guard requirement == .artboard || first.reader["viewModel"] != nil else {
      throw first.reader.problem("the first artboard has no “viewModel”")
    }
  }

  /// Checks the names of the state machines of nested artboards, as far as the file names the artboards.
  private static func checkMachines(of content: FileContent) throws(FileProblem) {
    for (name, element) in content.machineReferences {
      guard let slot = element.shape.number(of: .artboard), case .artboard(let reference) = element.initial[slot],
        let artboard = reference as? ArtboardDefinition, let wanted = element.machine, artboard.machines[wanted] == nil
      else { continue }
      throw name.problem(NodeReader.unknown("state machine", wanted, among: artboard.machines.map(\.name)))
    }
    content.machineReferences = []
  }
}
