import ArgumentParser
import Foundation
import OrielDocument

/// `oriel dev`: builds and runs an app, again after each change.
struct DevCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev", abstract: "Build and run the app in a folder, and do both again after each change.",
    discussion: """
      Open pages come back by themselves, with what was half-typed. A style sheet or a script of the app's pages needs no \
      build: it is swapped in open pages. While a build fails, the former program goes on, and the \
      pages are shown the first error. After each change a line says "live" or "failed", for people and for scripts. Flags \
      of the app's "serve" come after two dashes: oriel dev -- --port 9000
      """)

  @Option(help: "The product to build. Defaults to the package's only program.") var product: String?
  @Option(help: "The folder with Package.swift.") var path = "."
  @Argument(parsing: .postTerminator, help: "After --, flags of the app's \"serve\".") var flags: [String] = []

  func run() async throws {
    let package = try AppPackage(at: URL(filePath: path), product: product)
    try await DevelopmentLoop(package, flags).run()
  }
}

/// The package of an app, with the program that is run.
struct AppPackage: Equatable {
  let folder: URL
  let product: String

  var program: URL { folder.appending(path: ".build/debug/\(product)") }

  init(at folder: URL, product: String?) throws(AuthorFailure) {
    self.folder = folder.standardizedFileURL
    guard FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) else {
      throw .noPackage(self.folder.path)
    }
    if let product {
      self.product = product
      return
    }
    let described = Tool.swift(["package", "describe", "--type", "json"], in: self.folder)
    let programs = Self.programs(in: described.standardOutput)
    guard programs.count == 1 else { throw .programs(programs, described.isSuccess ? "" : described.errors) }
    self.product = programs[0]
  }

  /// - Parameter description: As `swift package describe` writes it.
  static func programs(in description: Data) -> [String] {
    let package = (try? JSONReader.value(from: Array(description), depth: 64))?.objectValue
    return (package?["products"]?.arrayValue ?? []).filter { $0["type"]?["executable"] != nil }.compactMap {
      $0["name"]?.stringValue
    }
  }
}

/// The files that a build reads, as they are now.
struct SourceFiles: Equatable {
  private struct File: Equatable {
    var changed: Date?
    /// Of a file that only pages load.
    var text: String?

    static func == (one: File, other: File) -> Bool { one.changed == other.changed }
  }

  private var files: [String: File] = [:]

  /// - Parameter before: The files as they were: a text is read again only if its file has changed.
  init(of folder: URL, after before: SourceFiles? = nil) {
    for name in ["Package.swift", "Sources"] { add(folder.appending(path: name), before?.files ?? [:]) }
  }

  /// The files that differ, with their texts before and now; `nil` if others than those that only pages load do.
  func changesOfPages(since before: SourceFiles) -> [(name: String, former: String, text: String)]? {
    guard files.keys == before.files.keys else { return nil }
    var changes: [(String, String, String)] = []
    for (path, file) in files where before.files[path] != file {
      guard let former = before.files[path]?.text, let text = file.text else { return nil }
      changes.append((URL(filePath: path).lastPathComponent, former, text))
    }
    return changes
  }

  private mutating func add(_ file: URL, _ known: [String: File]) {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .isDirectoryKey]
    guard let values = try? file.resourceValues(forKeys: keys) else { return }
    guard values.isDirectory == true else {
      var now = File(changed: values.contentModificationDate)
      if known[file.path] == now {
        now.text = known[file.path]?.text
      } else if ["css", "js"].contains(file.pathExtension) {
        now.text = try? String(contentsOf: file, encoding: .utf8)
      }
      return files[file.path] = now
    }
    let inside = try? FileManager.default.contentsOfDirectory(
      at: file, includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles)
    for file in inside ?? [] { add(file, known) }
  }
}

/// What the compiler says of a build that fails.
struct BuildErrors: Equatable {
  /// Each once, as `FILE:LINE: MESSAGE`, in the order in which they came.
  private(set) var all: [String] = []

  init(in output: String, folder: URL) {
    for line in output.split(separator: "\n") {
      let found = line.firstMatch(of: #/^(?<file>/.*?):(?<line>\d+):\d+: error: (?<text>.*)$/#)
      let text =
        if let found {
          "\(found.output.file.replacing(folder.path + "/", with: "")):\(found.output.line): \(found.output.text)"
        } else if line.hasPrefix("error: "), !line.hasPrefix("error: fatalError") {
          String(line.dropFirst("error: ".count))
        } else {
          ""
        }
      if !text.isEmpty, !all.contains(text) { all.append(text) }
    }
  }

  var count: String { all.count == 1 ? "1 error" : "\(all.count) errors" }
}

/// Builds and runs a program, again after each change.
final class DevelopmentLoop {
  private let package: AppPackage
  private let flags: [String]
  private let environment: [String: String]
  private let token: String
  private var server: RunningServer?
  private static let pause = Duration.milliseconds(100)
  /// How many errors of a build pages show: the first one is often not the one that helps.
  private static let shownErrors = 5

  init(_ package: AppPackage, _ flags: [String]) {
    (self.package, self.flags) = (package, flags)
    var environment = ProcessInfo.processInfo.environment
    token =
      environment["ORIEL_ADMIN_TOKEN"]
      ?? (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
    environment["ORIEL_ADMIN_TOKEN"] = token
    environment["ORIEL_DEVELOPMENT"] = "1"
    self.environment = environment
  }

  func run() async throws {
    let signals = [SIGINT, SIGTERM].map(Self.ignored)
    defer { for signal in signals { signal.cancel() } }
    for signal in signals {
      signal.setEventHandler { [self] in
        server?.stop()
        Foundation.exit(0)
      }
      signal.resume()
    }
    var known = SourceFiles(of: package.folder)
    await update()
    while true {
      try await Task.sleep(for: Self.pause)
      reportEnd()
      let now = SourceFiles(of: package.folder, after: known)
      guard now != known else { continue }
      if let changes = now.changesOfPages(since: known), await areReplaced(changes) {
        known = now
        continue
      }
      // An editor may be writing several files.
      repeat {
        known = SourceFiles(of: package.folder, after: known)
        try await Task.sleep(for: Self.pause / 2)
      } while SourceFiles(of: package.folder) != known
      await update()
    }
  }

  private static func ignored(_ number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    // The main thread may be waiting for a build.
    return DispatchSource.makeSignalSource(signal: number, queue: .global())
  }

  private func update() async {
    let start = ContinuousClock.now
    let before = modified
    let build = Tool.swift(["build", "--product", package.product], in: package.folder)
    let built = ContinuousClock.now
    guard build.isSuccess else { return await failed(BuildErrors(in: build.output, folder: package.folder), build) }
    if let server, server.isRunning, modified == before {
      return say("live \(server.origin): nothing has changed")
    }
    server?.stop()
    let stopped = ContinuousClock.now
    let next = RunningServer()
    // Known before it is waited for, so that it ends with this program.
    server = next
    next.start(package, flags, environment)
    guard next.isServing else { return say("failed: the program has ended") }
    let now = ContinuousClock.now
    say(
      """
      live \(next.origin) after \(seconds(now - start)): build \(seconds(built - start)), stop \(seconds(stopped - built)), \
      start \(seconds(now - stopped))
      """)
  }

  /// Gives files that only pages load to the running program, which needs no build for that.
  ///
  /// - Returns: Whether that is all that has changed.
  private func areReplaced(_ changes: [(name: String, former: String, text: String)]) async -> Bool {
    let start = ContinuousClock.now
    guard let server, server.isServing, let address = ServerAddress(server.origin) else { return false }
    let client = AdminClient(address: address, token: token)
    for (name, former, text) in changes {
      // A file that the program does not have as it was is used in another way: then it is built again.
      let body: JSONObject = ["text": .string(text), "former": .string(former)]
      guard (try? await client.post("page-files", name, body: body)) != nil else { return false }
    }
    let names = changes.map(\.name).sorted().joined(separator: ", ")
    say("live \(server.origin) after \(seconds(ContinuousClock.now - start)), without a build: \(names)")
    return true
  }

  private var modified: Date? {
    (try? FileManager.default.attributesOfItem(atPath: package.program.path))?[.modificationDate] as? Date
  }

  private func failed(_ errors: BuildErrors, _ build: Tool.Answer) async {
    for error in errors.all { Terminal.complain(error) }
    if errors.all.isEmpty { Terminal.complain(build.output) }
    say("failed: \(errors.all.isEmpty ? "the build" : errors.count)")
    guard let server, server.isRunning, let address = ServerAddress(server.origin) else { return }
    let body = errors.all.prefix(Self.shownErrors).joined(separator: "\n")
    let payload: JSONObject = ["title": "The build has failed", "body": .string(body)]
    let act: JSONObject = [
      "act": "trigger", "target": ["all": true, "attached": true], "kind": "notify", "payload": .object(payload),
      "expires": 10_000,
    ]
    // The terminal has said it.
    _ = try? await AdminClient(address: address, token: token).post("acts", body: act)
  }

  private func reportEnd() {
    guard let server, !server.isRunning, !server.isEndReported else { return }
    server.isEndReported = true
    say("failed: the program has ended with \(server.status). It is started again after the next change")
  }

  private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  private func seconds(_ time: Duration) -> String {
    let tenths = (time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000 + 50) / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

/// The app's program, which serves.
private final class RunningServer {
  private let process = Process()
  private(set) var origin = ""
  var isEndReported = false

  /// Waits until it serves, or has ended.
  func start(_ package: AppPackage, _ flags: [String], _ environment: [String: String]) {
    let output = Pipe()
    process.executableURL = package.program
    process.arguments = ["serve"] + flags
    process.currentDirectoryURL = package.folder
    process.environment = environment
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      Terminal.complain("\(package.program.path) does not start: \(error.localizedDescription)")
      return
    }
    let lines = output.fileHandleForReading
    var text = Data()
    // It may say something else first, such as what it waits for.
    while origin.isEmpty {
      let more = lines.availableData
      guard !more.isEmpty else { return }
      FileHandle.standardOutput.write(more)
      text += more
      let said = String(decoding: text, as: UTF8.self)
      origin = said.firstMatch(of: #/listening on (?<origin>\S+)\s/#).map { String($0.output.origin) } ?? ""
    }
    // What it says later is passed on.
    lines.readabilityHandler = { handle in
      let more = handle.availableData
      if more.isEmpty { handle.readabilityHandler = nil } else { FileHandle.standardOutput.write(more) }
    }
  }

  var isRunning: Bool { process.isRunning }
  var isServing: Bool { isRunning && !origin.isEmpty }
  var status: Int32 { process.terminationStatus }

  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }
}

/// A program that is run to its end.
enum Tool {
  struct Answer {
    var status: Int32
    var standardOutput: Data
    var errors: String

    var isSuccess: Bool { status == 0 }
    /// All that it has said.
    var output: String { String(decoding: standardOutput, as: UTF8.self) + errors }
  }

  static func swift(_ arguments: [String], in folder: URL) -> Answer {
    let process = Process()
    let output = Pipe()
    // A file, because two pipes would have to be read at the same time.
    let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: errors.path)
    do {
      try process.run()
    } catch {
      return Answer(status: -1, standardOutput: Data(), errors: error.localizedDescription)
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(
      status: process.terminationStatus, standardOutput: text,
      errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
  }
}
