import Glibc

do {
  try openScreen(book: CommandLine.arguments.dropFirst().first ?? "people.db", options: ScreenOptions())
} catch {
  let message = Array("peoplebook: \(error)\n".utf8)
  write(STDERR_FILENO, message, message.count)
  exit(1)
}
