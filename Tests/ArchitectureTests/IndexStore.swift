import FoundationEssentials
import Glibc
import TestSupport

/// The index that the compiler writes while it builds: which file declares each symbol, and which files use it.
///
/// `libIndexStore`, which is part of the toolchain, reads it. The index is exact: it has uses inside string
/// interpolations, members of extensions of other modules' types, and members of protocols.
struct IndexStore {
  /// A use of a symbol that another file declares.
  struct Reference: Hashable {
    /// The paths of both files, relative to the indexed folder.
    var from: String
    var to: String
    var symbol: String
  }

  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// A string of the library: `indexstore_string_ref_t` is a pointer and a length, as `iovec` is.
  private typealias StringReference = iovec
  private typealias Handle = OpaquePointer
  private typealias Create = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>?) -> Handle?
  private typealias CreateReader =
    @convention(c) (Handle, UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>?) -> Handle?
  private typealias Text = @convention(c) (Handle) -> StringReference
  private typealias Dispose = @convention(c) (Handle) -> Void
  private typealias VisitName = @convention(c) (UnsafeMutableRawPointer, StringReference) -> Bool
  private typealias Visit = @convention(c) (UnsafeMutableRawPointer, Handle) -> Bool

  private struct File {
    var path: String
    var record: String
  }

  private struct Symbols {
    var declared: Set<String> = []
    /// The names of the used symbols, by their identifiers.
    var used: [String: String] = [:]
  }

  private let library: UnsafeMutableRawPointer
  private let store: Handle

  /// - Throws: When the library or the index is missing.
  init(path: String) throws {
    guard let library = dlopen(try Self.libraryPath, RTLD_NOW) else {
      throw Unreadable(description: "The toolchain has no libIndexStore.")
    }
    self.library = library
    let create = try Self.function("store_create", of: library, as: Create.self)
    guard FileManager.default.fileExists(atPath: path), let store = create(path, nil) else {
      throw Unreadable(description: "There is no index at \(path). A debug build writes it.")
    }
    self.store = store
  }

  /// The uses of symbols between the files under a folder; files that no longer exist are left out.
  func references(under folder: String) throws -> Set<Reference> {
    var symbols: [String: Symbols] = [:]
    for file in try files(under: folder) { symbols[file.path] = try self.symbols(of: file.record) }
    var declaring: [String: String] = [:]
    for (path, symbols) in symbols {
      for symbol in symbols.declared { declaring[symbol] = path }
    }
    var references: Set<Reference> = []
    for (path, symbols) in symbols {
      for (symbol, name) in symbols.used {
        guard let target = declaring[symbol], target != path else { continue }
        references.insert(Reference(from: path, to: target, symbol: name))
      }
    }
    return references
  }

  private func files(under folder: String) throws -> [File] {
    let mainFile = try function("unit_reader_get_main_file", as: Text.self)
    let dependencies = try function(
      "unit_reader_dependencies_apply_f",
      as: (@convention(c) (Handle, UnsafeMutableRawPointer, Visit) -> Bool).self)
    let name = try function("unit_dependency_get_name", as: Text.self)
    let path = try function("unit_dependency_get_filepath", as: Text.self)
    let createReader = try function("unit_reader_create", as: CreateReader.self)
    let dispose = try function("unit_reader_dispose", as: Dispose.self)
    var files: [File] = []
    for unit in try unitNames {
      guard let reader = createReader(store, unit, nil) else { continue }
      defer { dispose(reader) }
      let main = Self.text(mainFile(reader))
      guard main.hasPrefix("\(folder)/"), FileManager.default.fileExists(atPath: main) else { continue }
      Self.visit({ dependencies(reader, $0, $1) }) { dependency in
        // The record of the file itself; the others are those of system modules.
        guard Self.text(path(dependency)) == main else { return }
        files.append(File(path: String(main.dropFirst(folder.count + 1)), record: Self.text(name(dependency))))
      }
    }
    return files
  }

  private var unitNames: [String] {
    get throws {
      let apply = try function(
        "store_units_apply_f",
        as: (@convention(c) (Handle, UInt32, UnsafeMutableRawPointer, VisitName) -> Bool).self)
      var names: [String] = []
      withUnsafeMutablePointer(to: &names) { names in
        _ = apply(store, 0, names) { names, name in
          names.assumingMemoryBound(to: [String].self).pointee.append(IndexStore.text(name))
          return true
        }
      }
      return names
    }
  }

  private func symbols(of record: String) throws -> Symbols {
    let symbol = try function("occurrence_get_symbol", as: (@convention(c) (Handle) -> Handle).self)
    let roles = try function("occurrence_get_roles", as: (@convention(c) (Handle) -> UInt64).self)
    let identifier = try function("symbol_get_usr", as: Text.self)
    let name = try function("symbol_get_name", as: Text.self)
    let occurrences = try function(
      "record_reader_occurrences_apply_f",
      as: (@convention(c) (Handle, UnsafeMutableRawPointer, Visit) -> Bool).self)
    let createReader = try function("record_reader_create", as: CreateReader.self)
    let dispose = try function("record_reader_dispose", as: Dispose.self)
    guard let reader = createReader(store, record, nil) else {
      throw Unreadable(description: "The index has no record \(record).")
    }
    defer { dispose(reader) }
    var symbols = Symbols()
    Self.visit({ occurrences(reader, $0, $1) }) { occurrence in
      let symbol = symbol(occurrence)
      let roles = roles(occurrence)
      let isDeclaration = roles & 0b011 != 0
      if isDeclaration { symbols.declared.insert(Self.text(identifier(symbol))) }
      if roles & 0b100 != 0 { symbols.used[Self.text(identifier(symbol))] = Self.text(name(symbol)) }
    }
    return symbols
  }

  /// Calls `body` for each element that a function of the library passes to its visitor.
  private static func visit(
    _ apply: (UnsafeMutableRawPointer, Visit) -> Bool, _ body: (Handle) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { body in
        _ = apply(body) { body, element in
          body.assumingMemoryBound(to: ((Handle) -> Void).self).pointee(element)
          return true
        }
      }
    }
  }

  private func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
    try Self.function(name, of: library, as: type)
  }

  private static func function<Function>(
    _ name: String, of library: UnsafeMutableRawPointer, as type: Function.Type
  ) throws -> Function {
    guard let symbol = dlsym(library, "indexstore_\(name)") else {
      throw Unreadable(description: "libIndexStore has no function \(name).")
    }
    return unsafeBitCast(symbol, to: type)
  }

  private static func text(_ reference: StringReference) -> String {
    String(decoding: UnsafeRawBufferPointer(start: reference.iov_base, count: reference.iov_len), as: UTF8.self)
  }

  /// The library is in the toolchain of the standard library that this process has loaded.
  private static var libraryPath: String {
    get throws {
      // Foundation reads no more than the first page of a file of unknown size.
      guard let maps = fopen("/proc/self/maps", "r") else { throw Unreadable(description: "There is no /proc.") }
      defer { fclose(maps) }
      var line: UnsafeMutablePointer<CChar>?
      var capacity = 0
      defer { free(line) }
      while getline(&line, &capacity, maps) > 0, let line {
        let text = String(cString: line)
        guard text.hasSuffix("/swift/linux/libswiftCore.so\n"), let start = text.firstIndex(of: "/") else { continue }
        return text[start...].split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/libIndexStore.so"
      }
      throw Unreadable(description: "The tests have not loaded the Swift runtime of a toolchain.")
    }
  }
}
