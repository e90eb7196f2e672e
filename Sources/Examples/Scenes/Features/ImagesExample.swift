import Bindery
import Scenes
import TUIKit

/// Images: one of the file, one that the program makes, or none; two pixels are one cell.
final class ImagesExample: SceneExampleController {
  private let picture = ImageProperty(path: "picture")

  init(quit: @escaping () -> Void) { super.init(Self.text, quit: quit) }

  isolated deinit {}

  override func bind(_ instance: ViewModelInstance) -> [View] {
    let ofFile = try? instance.value(of: picture)
    return [
      Button("heart") { [picture] in instance.setValue(of: picture, to: ofFile) },
      Button("sunset") { [picture] in instance.setValue(of: picture, to: Self.sunset) },
      Button("none") { [picture] in instance.setValue(of: picture, to: nil) },
    ]
  }

  /// Lines from orange to violet.
  private static let sunset = Image(
    width: 14, height: 10,
    pixels: (0..<140).map { index in
      let line = UInt8(index / 14)
      return Scenes.Color(red: 255 - line * 16, green: 160 - line * 14, blue: 60 + line * 12).argbValue
    })

  private static let text = """
    {
      "images": [{"name": "heart", "width": 7, "pixels": [
        "none",    "#e0245e", "#e0245e", "none",    "#e0245e", "#e0245e", "none",
        "#e0245e", "#ff7b9c", "#e0245e", "#e0245e", "#e0245e", "#e0245e", "#e0245e",
        "#e0245e", "#e0245e", "#e0245e", "#e0245e", "#e0245e", "#e0245e", "#e0245e",
        "none",    "#e0245e", "#e0245e", "#e0245e", "#e0245e", "#e0245e", "none",
        "none",    "none",    "#e0245e", "#e0245e", "#e0245e", "none",    "none",
        "none",    "none",    "none",    "#e0245e", "none",    "none",    "none"]}],
      "viewModels": [
        {"name": "Frame", "properties": [{"name": "picture", "type": "image"}],
         "instances": [{"name": "Heart", "values": {"picture": "heart"}}]}],
      "artboards": [{"name": "Frame", "viewModel": "Frame", "children": [
        {"type": "stack", "direction": "horizontal", "children": [
          {"type": "box", "border": "double", "width": "fit", "children": [
            {"type": "image", "image": {"bind": "picture"}, "width": 14, "height": 5}]}]}]}]
    }
    """
}
