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
