import FoundationEssentials
import Glibc
import TestSupport
import Testing

struct InstallTests {
  /// The package's folder.
  private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private func make(_ target: String, into folder: String) -> Int32 {
    system(
      """
      make --silent --directory='\(root)' --old-file=build \(target) PROGRAM='\(TestBook.program)' DESTDIR='\(folder)' \
      PREFIX=/usr >'\(folder)/log' 2>&1
      """)
  }

  @Test func `the program, its manual page and completions are installed and removed`() throws {
    let folder = TemporaryFolder()
    #expect(make("install", into: folder.path) == 0)
    let files = [
      "bin/peoplebook", "bin/peoplebook-sync", "lib/systemd/user/peoplebook-sync.service",
      "share/man/man1/peoplebook.1", "share/bash-completion/completions/peoplebook",
      "share/zsh/site-functions/_peoplebook", "share/fish/vendor_completions.d/peoplebook.fish",
      "share/peoplebook/scenes/scene.schema.json", "share/peoplebook/scenes/compact/toast.json",
    ]
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/usr/\(file)")
      #expect((attributes[.size] as? Int ?? 0) > 100, "\(file)")
    }
    #expect(make("uninstall", into: folder.path) == 0)
    for file in files { #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/usr/\(file)")) }
  }
}
