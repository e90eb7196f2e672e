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
      umask 077; export SOURCE_DATE_EPOCH=86400; PATH=/usr/local/bin:/usr/bin:/bin DPKG_DEB_COMPRESSOR_TYPE=none \
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
      "bin/peoplebook", "bin/peoplebook-sync", "share/systemd/user/peoplebook-sync.service",
      "share/man/man1/peoplebook.1", "share/man/man1/peoplebook-sync.1", "share/bash-completion/completions/peoplebook",
      "share/zsh/site-functions/_peoplebook", "share/fish/vendor_completions.d/peoplebook.fish",
      "share/applications/peoplebook.desktop", "share/peoplebook/scenes/scene.schema.json",
      "share/peoplebook/scenes/compact/toast.json", "share/doc/peoplebook/copyright",
    ]
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/usr/\(file)")
      #expect((attributes[.size] as? Int ?? 0) > 100, "\(file)")
      #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o044 == 0o044, "\(file)")
    }
    let unit = try installed("systemd/user/peoplebook-sync.service", in: folder)
    #expect(unit.contains("\nExecStart=\"/usr/bin/peoplebook-sync\" --stay --book "))
    let licences = try installed("doc/peoplebook/copyright", in: folder)
    #expect(licences.contains("\nLicense: MIT\n") && licences.contains("\nCopyright: 2004 Apple Computer, Inc."))
    let manual = try installed("man/man1/peoplebook-sync.1", in: folder)
    #expect(manual.contains("\n.SH SYNOPSIS\n.B peoplebook\\-sync\n\\-\\-book PATH [\\-\\-stay]\n"))
    #expect(manual.contains("\n.TP\n.B \\-\\-name NAME\nThe name by which ") && !manual.contains("Usage:"))
    for heading in ["DESCRIPTION", "VERBS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"] {
      #expect(manual.contains("\n.SH \(heading)\n"), "\(heading)")
    }
    #expect(make("uninstall", into: folder) == 0)
    for file in files { #expect(!FileManager.default.fileExists(atPath: "\(folder)/usr/\(file)")) }
    for name in ["peoplebook", "doc/peoplebook"] {
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/usr/share/\(name)"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["with a blank"])
  }

  /// The text of a file below `share`.
  private func installed(_ name: String, in folder: String) throws -> String {
    try String(contentsOfFile: "\(folder)/usr/share/\(name)", encoding: .utf8)
  }

  @Test(arguments: [("6.2.4", false), ("6.3", true), ("6.10.1", true), ("", false)])
  func `make asks for a Swift that is new enough`(version: String, isEnough: Bool) throws {
    let folder = TemporaryFolder()
    let answer = version.isEmpty ? "exit 1\n" : "echo 'Swift version \(version) (swift-\(version)-RELEASE)'\n"
    try Data(answer.utf8).write(to: URL(filePath: "\(folder.path)/swift"))
    let status = system(
      """
      cd '\(folder.path)' && make --silent --directory='\(root)' requirements SWIFT="sh $PWD/swift" CLANG=true \
      BUILD="$PWD/build" >log 2>&1
      """)
    let log = try String(contentsOfFile: "\(folder.path)/log", encoding: .utf8)
    #expect((status == 0) == isEnough, "\(log)")
    #expect(log.contains("Swift 6.3 or newer is needed") != isEnough)
    // Without a compiler there is no library to link with.
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/build"))
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
    let recommended = try described(folder.path, "--field").split(separator: "\n")
      .first { $0.hasPrefix("Recommends: ") }
    #expect(recommended?.hasSuffix(", ca-certificates") == true, "\(recommended ?? "")")
    let changes = "\(folder.path)/deb/root/usr/share/doc/peoplebook/changelog.Debian.gz"
    #expect(system("gunzip --stdout '\(changes)' | grep -q 'Fri, 02 Jan 1970 00:00:00 +0000'") == 0)
    let version = try ProgramFixture().run(["--version"]).output.split(whereSeparator: \.isWhitespace).last ?? ""
    #expect(try described(folder.path, "--field").contains("\nVersion: \(version)"))
    let files = try described(folder.path, "--contents")
    for file in [
      "bin/peoplebook", "bin/peoplebook-sync", "share/man/man1/peoplebook.1.gz",
      "share/zsh/vendor-completions/_peoplebook",
    ] {
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
