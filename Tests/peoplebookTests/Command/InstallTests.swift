import FoundationEssentials
import Glibc
import TestSupport
import Testing

struct InstallTests {
  /// The package's folder.
  private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// As a user whose files are their own, and who has no folder for the programs of root on the path.
  private func make(_ target: String, into folder: String) -> Int32 {
    system(
      """
      umask 077; PATH=/usr/local/bin:/usr/bin:/bin DPKG_DEB_COMPRESSOR_TYPE=none \
      make --silent --directory='\(root)' --old-file=build \(target) \
      PROGRAM='\(TestBook.program)' DESTDIR='\(folder)' DEB='\(folder)/deb' PREFIX=/usr >'\(folder)/log' 2>&1
      """)
  }

  @Test func `the program, its manual page and completions are installed and removed`() throws {
    let place = TemporaryFolder()
    let folder = place.path + "/with a blank"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(make("install", into: folder) == 0)
    let files = [
      "bin/peoplebook", "bin/peoplebook-sync", "lib/systemd/user/peoplebook-sync.service",
      "share/man/man1/peoplebook.1", "share/man/man1/peoplebook-sync.1", "share/bash-completion/completions/peoplebook",
      "share/zsh/site-functions/_peoplebook", "share/fish/vendor_completions.d/peoplebook.fish",
      "share/applications/peoplebook.desktop", "share/peoplebook/scenes/scene.schema.json",
      "share/peoplebook/scenes/compact/toast.json",
    ]
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/usr/\(file)")
      #expect((attributes[.size] as? Int ?? 0) > 100, "\(file)")
      #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o044 == 0o044, "\(file)")
    }
    let unit = try String(contentsOfFile: "\(folder)/usr/lib/systemd/user/peoplebook-sync.service", encoding: .utf8)
    #expect(unit.contains("ExecStart=/usr/bin/peoplebook-sync --stay"))
    #expect(make("uninstall", into: folder) == 0)
    for file in files { #expect(!FileManager.default.fileExists(atPath: "\(folder)/usr/\(file)")) }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/usr/share/peoplebook"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["with a blank"])
  }

  /// What `dpkg-deb` prints about the package in the folder.
  private func described(_ folder: String, _ words: String) throws -> String {
    #expect(system("dpkg-deb \(words) '\(folder)'/deb/peoplebook_*.deb >'\(folder)/described'") == 0)
    return try String(contentsOfFile: "\(folder)/described", encoding: .utf8)
  }

  @Test(.enabled(if: access("/usr/bin/dpkg-shlibdeps", X_OK) == 0, "dpkg-dev is missing"))
  func `the Debian package has the program and names what it needs`() throws {
    let folder = TemporaryFolder()
    let status = make("deb", into: folder.path)
    try #require(status == 0, "\((try? String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)) ?? "")")
    let needed = try described(folder.path, "--field").split(separator: "\n").first { $0.hasPrefix("Depends: ") }
    // One library that it is linked with, one of the process for networking, and one that is loaded when it is needed.
    for library in ["libc6 (>= ", "libsqlite3-0", "libsodium", "libicu"] {
      #expect(needed?.contains(library) == true, "\(needed ?? "")")
    }
    let version = try ProgramFixture().run(["--version"]).output.split(whereSeparator: \.isWhitespace).last ?? ""
    #expect(try described(folder.path, "--field").contains("\nVersion: \(version)"))
    let files = try described(folder.path, "--contents")
    for file in ["bin/peoplebook", "bin/peoplebook-sync", "share/man/man1/peoplebook.1.gz"] {
      #expect(files.contains(" ./usr/\(file)\n"), "\(file)")
    }
    // What belongs to a user could be replaced by that user.
    #expect(files.split(separator: "\n").allSatisfy { $0.contains(" root/root ") && $0.dropFirst(7).first == "r" })
    let root = "\(folder.path)/system"
    let install = "dpkg --root='\(root)' --force-depends --force-not-root --install '\(folder.path)'/deb/*.deb"
    #expect(system("mkdir -p '\(root)/var/lib/dpkg' && \(install) >'\(folder.path)/log' 2>&1") == 0)
    #expect(system("'\(root)/usr/bin/peoplebook' --version >/dev/null") == 0)
  }
}
