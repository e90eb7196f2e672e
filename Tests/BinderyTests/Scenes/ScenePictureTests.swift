import Bindery
import Scenes
import TUIKit
import TUITesting
import Testing

/// Images of scenes on a terminal.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ScenePictureTests {
  @Test func `a picture has half blocks, and shades without colours`() throws {
    let text = """
      {"images": [{"name": "dots", "width": 3, "pixels": [
         "#ffffff", "none", "#808080", "#ffffff", "#ffffff", "none"]}],
       "artboards": [{"name": "A", "children": [{"type": "image", "image": "dots", "width": 3}]}]}
      """
    let stage = try SceneViewTests.Stage()
    stage.view.scene = try Scene(file: File(reading: .resource("card.json", text: text)))
    #expect(stage.lines == ["▀▄▀", "", ""])
    stage.window.isColored = false
    stage.window.draw(into: stage.surface)
    #expect(stage.lines == ["█▒░", "", ""])
  }

  @Test func `a PNG picture keeps the colours of its pixels`() async throws {
    let png: [UInt8] = [
      137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0, 114, 182, 13,
      36, 0, 0, 0, 19, 73, 68, 65, 84, 120, 218, 99, 248, 207, 192, 240, 31, 12, 129, 52, 136, 96, 0, 0, 63, 210, 5,
      251,
      127, 230, 106, 43, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ]
    let image = try await Worker.png().decodeImage(from: png)
    #expect((image.width, image.height) == (2, 2))
    #expect(image.pixels == [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0])
  }

  @Test func `a picture in a file is decoded as PNG`() async throws {
    let text = """
      {"images": [{"name": "dots",
         "data": "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lEQVR42mP4z8DwHwyBNIhgAAA/\
      0gX7f+ZqKwAAAABJRU5ErkJggg=="}],
       "artboards": [{"name": "A", "children": [{"type": "image", "image": "dots", "width": 2}]}]}
      """
    let stage = try SceneViewTests.Stage()
    stage.view.scene = try Scene(file: await File(source: .resource("card.json", text: text), worker: .png()))
    #expect(stage.lines == ["▀▀", "", ""])
    let style = stage.surface.style(at: Point(x: 0, y: 0)).pixels
    #expect(style?.pixel == Pixel(red: 255, green: 0, blue: 0) && style?.behind == Pixel(red: 0, green: 0, blue: 255))
    let cut = text.replacing("iVBOR", with: "AAAAA")
    await #expect(throws: FileError.self) {
      try await File(source: .resource("card.json", text: cut), worker: .png())
    }
  }
}
