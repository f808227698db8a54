import Foundation
import OrielHub
import Testing

@testable import OrielSystem
@testable import OrielTransport

@Suite(.ownThread) struct FileFolderTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)").path
  private let window = "w-1"

  private var list: [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return all.filter { $0 != ".lock" }.sorted()
  }

  private func withFolder(_ room: FileRoom = FileRoom(), _ body: (Desk) async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let path = path
    try await withLoop { loop, _ in
      let desk = Desk(loop, FileFolder(path: path, on: loop, room: room))
      try await body(desk)
      await desk.settle()
    }
  }

  @Test func `a file has its name when it is whole, and only its owner reads it`() async throws {
    try await withFolder { desk in
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(await desk.write("abc", to: "f-1", in: window, size: 6) == nil)
      #expect(list.map { $0.hasPrefix("w-1/f-1.") || $0 == "w-1" } == [true, true])
      #expect(await desk.write("def", to: "f-1", in: window, size: 6) == nil)
      #expect(await desk.finish("f-1") == .success("\(path)/w-1/f-1"))
      #expect(list == ["w-1", "w-1/f-1"])
      #expect(try String(contentsOfFile: "\(path)/w-1/f-1", encoding: .utf8) == "abcdef")
      for (name, mode) in [("", 0o700), ("/w-1", 0o700), ("/w-1/f-1", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
        #expect(attributes[.posixPermissions] as? Int == mode)
      }
    }
  }

  @Test func `an upload that is cancelled at any time leaves no file`() async throws {
    try await withFolder { desk in
      #expect(await desk.write("abc", to: "f-1", in: window, size: 6) == nil)
      await desk.cancel("f-1")
      await desk.settle()
      #expect(list == [])
      #expect(await desk.finish("f-2", in: window) == .success("\(path)/w-1/f-2"))
      await desk.cancel("f-2")
      await desk.settle()
      #expect(list == [])
      // In the middle of a step.
      await desk.begin("f-3", in: window)
      await desk.settle()
      #expect(list == [])
    }
  }

  @Test func `a folder goes with its files, and no other does`() async throws {
    let odd = "%2E.%2F"
    try await withFolder { desk in
      #expect(await desk.finish("f-1", in: odd) == .success("\(path)/%2E.%2F/f-1"))
      #expect(await desk.finish("f-2", in: window) == .success("\(path)/w-1/f-2"))
      await desk.deleteAll(in: odd)
      #expect(list == ["w-1", "w-1/f-2"])
    }
  }

  @Test func `the names of folders go with their windows, however many there were`() async throws {
    try await withFolder { desk in
      for number in 0..<300 {
        #expect(await desk.finish("f-\(number)", in: "w-\(number)") == .success("\(path)/w-\(number)/f-\(number)"))
        #expect(await desk.folders == ["w-\(number)"])
        await desk.deleteAll(in: "w-\(number)")
      }
      #expect(await desk.folders == [])
      #expect(list == [])
    }
  }

  @Test func `the next process finds the folders, without what never became whole`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: "\(path)/w-1", withIntermediateDirectories: true)
    for name in ["f-1", "f-2.abc.part"] { try Data().write(to: URL(filePath: "\(path)/w-1/\(name)")) }
    try await withFolder { desk in
      #expect(await desk.formerFolders() == [window])
      #expect(list == ["w-1", "w-1/f-1"])
      await desk.deleteAll(in: window)
      #expect(list == [])
    }
  }

  @Test func `a window has room for so much, and windows come before files`() async throws {
    var room = FileRoom()
    room.perFolder = 5
    try await withFolder(room) { desk in
      #expect(await desk.write("abc", to: "f-1", in: window, size: 3) == nil)
      #expect(await desk.write("abc", to: "f-2", in: window, size: 3) == .noRoom)
    }
    room.keptFree = 1 << 60
    try await withFolder(room) { desk in
      #expect(await desk.write("abc", to: "f-1", in: window, size: 3) == .noRoom)
    }
  }

  @Test func `what unfinished files have announced is not free, until they are whole or cancelled`() async throws {
    var room = FileRoom()
    room.perFolder = 10
    try await withFolder(room) { desk in
      #expect(await desk.write("a", to: "f-1", in: window, size: 6) == nil)
      #expect(await desk.write("a", to: "f-2", in: window, size: 5) == .noRoom)
      #expect(await desk.write("a", to: "f-3", in: window, size: 4) == nil)
      #expect(await desk.write("a", to: "f-4", in: "w-2", size: 10) == nil)
      await desk.cancel("f-1")
      await desk.settle()
      #expect(await desk.write("abcde", to: "f-5", in: window, size: 6) == nil)
      #expect(await desk.write("f", to: "f-5", in: window, size: 6) == nil)
      #expect(await desk.write("a", to: "f-6", in: window, size: 1) == .noRoom)
      #expect(await desk.finish("f-5") == .success("\(path)/w-1/f-5"))
      #expect(await desk.write("a", to: "f-7", in: window, size: 1) == .noRoom)
    }
  }

  @Test func `announced bytes count for their folder and for the disk, until they are written`() {
    let announced = AnnouncedBytes()
    func add(_ bytes: Int, _ name: String, in folder: String) -> Bool {
      announced.add(bytes, as: name, in: folder) { (folder: 10, disk: 15) }
    }
    #expect([add(11, "a", in: "1"), add(9, "a", in: "1"), add(2, "b", in: "1")] == [false, true, false])
    #expect(
      [add(7, "c", in: "2"), add(6, "c", in: "2"), add(0, "d", in: "2"), add(1, "d", in: "2")] == [
        false, true, true, false,
      ])
    announced.wrote(4, of: "a")
    #expect([add(5, "e", in: "2"), add(4, "e", in: "2")] == [false, true])
    announced.end("c")
    #expect([add(7, "f", in: "3"), add(6, "f", in: "3")] == [false, true])
    announced.wrote(100, of: "a")
    #expect([add(6, "g", in: "1"), add(5, "g", in: "1")] == [false, true])
  }

  @Test func `two servers do not share a folder`() async throws {
    try await withFolder { desk in
      #expect(await desk.finish("f-1", in: window) == .success("\(path)/w-1/f-1"))
      try await withLoop { loop, _ in
        let other = Desk(loop, FileFolder(path: path, on: loop))
        #expect(
          await other.write("abc", to: "f-2", in: window, size: 3) == .failed("\(path) is used by another server"))
        #expect(await other.formerFolders() == [])
      }
      #expect(list == ["w-1", "w-1/f-1"])
    }
  }

  @Test func `the loops of one server share a folder`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "oriel-shared-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withLoop { loop, _ in
      try await withLoop { other, _ in
        let folders = FileFolder.shared(path: path, by: [loop, other])
        let desks = [Desk(loop, folders[0]), Desk(other, folders[1])]
        for (number, desk) in desks.enumerated() {
          #expect(await desk.finish("f-\(number)", in: "w-\(number)") == .success("\(path)/w-\(number)/f-\(number)"))
        }
        #expect(await desks[1].formerFolders().sorted() == ["w-0", "w-1"])
      }
    }
  }

  private func asNode(_ body: (Desk) async throws -> Void) async throws {
    let path = path
    try await withLoop { loop, _ in
      let desk = Desk(loop, FileFolder.shared(path: path, by: [loop], isOfNodes: true)[0])
      try await body(desk)
      await desk.settle()
    }
  }

  @Test func `a node that starts leaves alone what another one that lives has made`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    // What nodes leave behind that were killed.
    try FileManager.default.createDirectory(atPath: "\(path)/w-old", withIntermediateDirectories: true)
    for name in [".dead.run", "w-old/.dead.run", "w-old/f-1", "w-old/f-2.dead.part"] {
      try Data().write(to: URL(filePath: "\(path)/\(name)"))
    }
    try await asNode { desk in
      #expect(await desk.finish("f-1", in: "w-1") == .success("\(path)/w-1/f-1"))
      #expect(await desk.write("abc", to: "f-2", in: "w-1", size: 6) == nil)
      try await asNode { other in
        #expect(await other.formerFolders() == ["w-old"])
        #expect(
          list.filter { !$0.contains(".run") }.map { String($0.prefix(8)) } == [
            "w-1", "w-1/f-1", "w-1/f-2.", "w-old", "w-old/f-",
          ])
        // A window that was in the memory of another node.
        await other.deleteAll(in: "w-old")
      }
      #expect(await desk.write("def", to: "f-2", in: "w-1", size: 6) == nil)
      #expect(await desk.finish("f-2", in: "w-1") == .success("\(path)/w-1/f-2"))
      #expect(await desk.folders == ["w-1"])
    }
    try await asNode { desk in
      #expect(await desk.formerFolders() == ["w-1"])
      await desk.deleteAll(in: "w-1")
      #expect(list.filter { !$0.hasSuffix(".run") } == [])
    }
  }

  @Test func `nodes and a server that is none do not share a folder`() async throws {
    try await withFolder { desk in
      #expect(await desk.finish("f-1", in: window) == .success("\(path)/w-1/f-1"))
      try await asNode { node in
        #expect(
          await node.write("abc", to: "f-2", in: window, size: 3)
            == .failed("\(path) is used by another server without --node-address"))
      }
      #expect(list == ["w-1", "w-1/f-1"])
    }
    try await asNode { node in
      #expect(await node.finish("f-1", in: window) == .success("\(path)/w-1/f-1"))
      try await withFolder { desk in
        #expect(
          await desk.write("abc", to: "f-2", in: window, size: 3) == .failed("\(path) is used by another server"))
      }
    }
  }

  @Test func `a folder that can't be made is told as a failure`() async throws {
    try await withLoop { loop, _ in
      let desk = Desk(loop, FileFolder(path: "/proc/none", on: loop))
      guard case .failed(let reason) = await desk.write("abc", to: "f-1", in: window, size: 3) else {
        Issue.record("it was made")
        return
      }
      #expect(reason.hasPrefix("/proc/none can't be created: "))
    }
  }
}

/// Uses a folder on its loop.
private actor Desk {
  private let loop: EventLoop
  private let store: FileFolder
  private var files: [String: any FileWriter] = [:]
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

  init(_ loop: EventLoop, _ store: FileFolder) {
    self.loop = loop
    self.store = store
  }

  func begin(_ id: String, in folder: String) {
    let writer = store.begin(id, in: folder, size: 3)
    writer.write([1, 2, 3]) { _ in Issue.record("answered after it was called off") }
    writer.cancel()
  }

  func write(_ text: String, to id: String, in folder: String, size: Int) async -> FileError? {
    let writer = files[id] ?? store.begin(id, in: folder, size: size)
    files[id] = writer
    return await withCheckedContinuation { done in writer.write(Array(text.utf8)) { done.resume(returning: $0) } }
  }

  func finish(_ id: String, in folder: String = "") async -> Result<String, FileError> {
    let writer = files[id] ?? store.begin(id, in: folder, size: 0)
    files[id] = writer
    return await withCheckedContinuation { done in writer.finish { done.resume(returning: $0) } }
  }

  func cancel(_ id: String) { files[id]?.cancel() }

  var folders: Set<String> { store.folders }

  func deleteAll(in folder: String) async {
    store.deleteAll(in: folder)
    await settle()
  }

  func formerFolders() async -> [String] { await store.formerFolders() }

  /// Until the pool has done all that it was given, and what came of that.
  func settle() async {
    while loop.asides > 0 {
      await withCheckedContinuation { done in loop.runAside({}) { done.resume() } }
    }
  }
}
