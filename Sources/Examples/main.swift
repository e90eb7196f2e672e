import Glibc
import TUIKit
import Time

// Small programs, one a file (the gallery is a folder): `swift run Examples counter`.

let programs: [(name: String, make: @MainActor @Sendable (Application) -> ViewController)] = [
  ("counter", { application in CounterViewController(viewModel: CounterViewModel()) { application.quit() } }),
  ("to-do", { application in ToDoViewController(viewModel: ToDoViewModel()) { application.quit() } }),
  ("sign-up", { application in SignUpViewController(viewModel: SignUpViewModel()) { application.quit() } }),
  ("processes", { application in ProcessesViewController { application.quit() } }),
  ("list", { application in LongListController { application.quit() } }),
  (
    "scene",
    { application in
      // Wrong options have ended the program before this.
      previewOptions.map { ScenePreviewController($0) { application.quit() } } ?? ViewController()
    }
  ),
  ("gallery", { application in GalleryViewController(application: application) }),
]
let examples = programs + sceneExamples

let wanted = CommandLine.arguments.dropFirst().first
let previewOptions = PreviewOptions(CommandLine.arguments.dropFirst(2))
if wanted == "scene", previewOptions == nil {
  print(PreviewOptions.usage)
  exit(2)
}
if let example = examples.first(where: { $0.name == wanted }) {
  do {
    let scheduler = MainScheduler.shared
    let theme = CommandLine.arguments.dropFirst(2).first.flatMap { Theme.named($0) }
    let application = Application(
      screen: try Terminal(scheduler: scheduler), scheduler: scheduler, theme: theme)
    application.run(root: example.make(application))
  } catch {
    let message = "\(error)\n"
    write(STDERR_FILENO, message, message.utf8.count)
    exit(1)
  }
} else {
  print("Say which one: \(examples.map(\.name).joined(separator: ", ")); and a theme after it, if you like.")
  exit(2)
}
