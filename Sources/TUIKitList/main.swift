import Glibc
import TUIKit
import Time

// A list that is compared with the same one written by hand in C, `NcursesBaseline`: `N=1000000 swift run TUIKitList`.

do {
  let scheduler = MainScheduler.shared
  let application = Application(screen: try Terminal(scheduler: scheduler), scheduler: scheduler)
  application.run(root: LongListController { application.quit() })
} catch {
  let message = "\(error)\n"
  write(STDERR_FILENO, message, message.utf8.count)
  exit(1)
}
