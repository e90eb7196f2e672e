import Dispatch
import Glibc
import TUIKit
import Time

// Small programs, one a file (the gallery is a folder): `swift run Examples headcount`.

let programs: [(name: String, make: @MainActor @Sendable (Application) -> ViewController)] = [
  ("headcount", { application in HeadcountViewController(viewModel: HeadcountViewModel()) { application.quit() } }),
  ("to-do", { application in ToDoViewController(viewModel: ToDoViewModel()) { application.quit() } }),
  ("sign-up", { application in SignUpViewController(viewModel: SignUpViewModel()) { application.quit() } }),
  ("processes", { application in ProcessesViewController { application.quit() } }),
  (
    "scene",
    { application in
      // Wrong options have ended the program before this.
      previewOptions.map { ScenePreviewController($0) { application.quit() } } ?? ViewController()
    }
  ),
  ("gallery", { application in GalleryViewController(application: application) }),
]
let examples = programs + sceneExamples + actorExamples
// The previewer and the examples with actors have options instead.
let themedPrograms = programs.filter { $0.name != "scene" }
let themes = Theme.names.joined(separator: ", ")

let usage = """
  Name an example; a theme may follow:
    \(themedPrograms.map(\.name).joined(separator: ", "))
  Those of single features of scenes; a theme may follow:
    \(sceneExamples.map(\.name).joined(separator: ", "))
  The themes:
    \(themes)
  The one that shows a scene file:
    \(PreviewOptions.form)
  Those with actors, to be started in several terminals:
  \(actorExamplesUsage)
  """

let wanted = CommandLine.arguments.dropFirst().first
let previewOptions = PreviewOptions(CommandLine.arguments.dropFirst(2))
if wanted == "scene", previewOptions == nil {
  print(PreviewOptions.usage)
  exit(2)
}
if wanted == "actors-host" {
  ActorsHostExample.run(Array(CommandLine.arguments.dropFirst(2)))
  dispatchMain()
}
if let example = examples.first(where: { $0.name == wanted }) {
  let theme = CommandLine.arguments.dropFirst(2).first
  if let theme, Theme.named(theme) == nil, (themedPrograms + sceneExamples).contains(where: { $0.name == wanted }) {
    ExampleOptions.end("There is no theme “\(theme)”: name one of \(themes).")
  }
  // Wrong options end the program before the terminal is changed.
  if actorExamples.contains(where: { $0.name == wanted }) { _ = ExampleServer.shared }
  do {
    let scheduler = MainScheduler.shared
    let application = Application(
      screen: try Terminal(scheduler: scheduler), scheduler: scheduler, theme: theme.flatMap { Theme.named($0) })
    application.run(root: example.make(application))
  } catch {
    ExampleOptions.report("\(error)")
    exit(1)
  }
} else {
  ExampleOptions.end(usage)
}
