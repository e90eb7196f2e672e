import Glibc
import PeoplebookCore
import Testing

@Suite struct RecentSearchesTests {
  @Test func `searches are kept where only the user can read them`() throws {
    let folder = TemporaryBook()
    let recents = RecentSearches(path: folder.folder + "/state/searches")
    #expect(recents.load() == [])
    try recents.save(["ada", "Åsa Öström", "two\nlines"])
    #expect(recents.load() == ["ada", "Åsa Öström", "two lines"])
    var status = stat()
    #expect(stat(recents.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `a file that cannot be written is an error, unlike one to read`() throws {
    let folder = TemporaryBook()
    try RecentSearches(path: folder.folder + "/searches").save([])
    let recents = RecentSearches(path: folder.folder + "/searches/below")
    #expect(throws: (any Error).self) { try recents.save(["ada"]) }
    #expect(recents.load() == [])
  }
}
