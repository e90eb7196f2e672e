/// Reads a whole scene file.
@MainActor
enum FileReader {
  /// The number of bytes of the largest file that is read.
  nonisolated static let sizeLimit = 16_777_216

  /// Reads and checks a file.
  ///
  /// - Complexity: O(length).
  static func read(_ bytes: [UInt8]) throws(FileProblem) -> FileContent {
    guard bytes.count <= sizeLimit else { throw FileProblem("the file is larger than 16 MB", at: 0) }
    let root = NodeReader(try JSONParser.parse(bytes))
    try root.allow(["$schema", "enums", "viewModels", "images", "converters", "artboards"])
    let content = FileContent()
    let models = ViewModelReader(content: content)
    if let images = root["images"] { try readImages(images, into: content) }
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
    if let viewModels = root["viewModels"] { try models.readInstances(viewModels) }
    return content
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

  private static func readImages(_ reader: NodeReader, into content: FileContent) throws(FileProblem) {
    for (name, item) in try reader.namedItems() {
      try item.allow(["name", "width", "pixels"])
      let width = try item.require("width").integer(in: 1...1_024)
      var pixels: [UInt32] = []
      for pixel in try item.require("pixels").items() { pixels.append(try pixel.color().argbValue) }
      guard pixels.count % width == 0, let image = Image(width: width, height: pixels.count / width, pixels: pixels)
      else { throw item.problem("the number of pixels is not a multiple of the width") }
      content.images[name] = image
    }
  }
}
