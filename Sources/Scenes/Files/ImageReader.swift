import FoundationEssentials

/// Reads the images of a scene file: pixels, a picture in Base64, the path of a picture, or an image of the program.
struct ImageReader: Sendable {
  /// The folder that paths begin at; `nil` for a scene that is not a file.
  private let folder: String?
  private let decoder: Worker.Decoder
  private let globalImages: [String: Image]

  /// The number of bytes of the largest picture that is read.
  private static let sizeLimit = 16_777_216

  @MainActor
  init(folder: String?, _ worker: Worker) {
    self.folder = folder
    decoder = worker.decoder
    globalImages = worker.globalImages
  }

  /// Reads a list of images.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes and of pixels.
  func read(_ list: NodeReader) throws(FileProblem) -> [String: Image] {
    var images: [String: Image] = [:]
    var pixelBudget = Image.pixelLimit
    for (name, item) in try list.namedItems() {
      try item.allow(["name", "width", "pixels", "path", "data"])
      let image = try image(named: name, item)
      pixelBudget -= image.pixels.count
      guard pixelBudget >= 0 else {
        throw item.problem("the images of the file have more than \(Image.pixelLimit) pixels")
      }
      images[name] = image
    }
    return images
  }

  private func image(named name: String, _ item: NodeReader) throws(FileProblem) -> Image {
    switch (item["path"], item["data"], item["width"], item["pixels"]) {
    case (let path?, nil, nil, nil): return try decoded(try content(of: path), path)
    case (nil, let data?, nil, nil):
      guard let bytes = Data(base64Encoded: try data.string()) else {
        throw data.problem("the picture is not in Base64")
      }
      return try decoded(Array(bytes), data)
    case (nil, nil, let width?, let pixels?): return try image(width, pixels)
    case (nil, nil, nil, nil):
      guard let image = globalImages[name] else { throw item.problem("the program has no image “\(name)”") }
      return image
    default: throw item.problem("an image has a “path”, “data”, or a “width” and “pixels”")
    }
  }

  private func content(of path: NodeReader) throws(FileProblem) -> [UInt8] {
    let name = try path.string()
    let isAbsolute = name.hasPrefix("/")
    guard let folder = isAbsolute ? "" : folder else {
      throw path.problem("a scene that is part of the program has no folder with “\(name)”")
    }
    do throws(FileError) {
      let place = isAbsolute ? name : "\(folder)/\(name)"
      let bytes = try FileSource.read(place, named: name, upTo: Self.sizeLimit)
      guard bytes.count <= Self.sizeLimit else { throw FileError.missingFile("the picture is larger than 16 MB") }
      return bytes
    } catch {
      throw path.problem(error.description)
    }
  }

  private func decoded(_ bytes: [UInt8], _ place: NodeReader) throws(FileProblem) -> Image {
    do {
      return try decoder(bytes)
    } catch {
      throw place.problem("\(error)")
    }
  }

  private func image(_ width: NodeReader, _ pixels: NodeReader) throws(FileProblem) -> Image {
    let columns = try width.integer(in: 1...1_024)
    var colors: [UInt32] = []
    for pixel in try pixels.items() { colors.append(try pixel.color().argbValue) }
    guard colors.count % columns == 0,
      let image = Image(width: columns, height: colors.count / columns, pixels: colors)
    else { throw pixels.problem("the number of pixels is not a multiple of the width") }
    return image
  }
}
