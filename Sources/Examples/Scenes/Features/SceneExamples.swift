import TUIKit

/// The examples of the features of scenes, in the order of the documentation.
let sceneExamples: [(name: String, make: @MainActor @Sendable (Application) -> ViewController)] = [
  ("scene-values", { application in ValuesExample { application.quit() } }),
  ("scene-nested", { application in NestedExample { application.quit() } }),
  ("scene-lists", { application in ListsExample { application.quit() } }),
  ("scene-enums", { application in EnumsExample { application.quit() } }),
  ("scene-images", { application in ImagesExample { application.quit() } }),
  ("scene-artboards", { application in ArtboardsExample { application.quit() } }),
  ("scene-converters", { application in ConvertersExample { application.quit() } }),
  ("scene-modes", { application in ModesExample { application.quit() } }),
  ("scene-timelines", { application in TimelinesExample { application.quit() } }),
  ("scene-machine", { application in MachineExample { application.quit() } }),
  ("scene-listeners", { application in ListenersExample { application.quit() } }),
]
