import ArgumentParser
import Foundation

/// `oriel new`: a package to start from.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Make the package of a new app, with a window, a test and a Dockerfile.")

  @Argument(help: "The name of the app, or the folder to make, which ends with that name: ../FrontDesk.")
  var name: String

  @OptionGroup var options: CheckoutOptions

  func run() throws {
    let app = try NewApp(at: URL(filePath: name), of: options.checkout())
    try app.write()
    print(app.nextSteps(folder: name))
  }
}

/// The package of a new app.
struct NewApp {
  /// The name of its module and of its program.
  let name: String
  let folder: URL
  private let checkout: Checkout

  init(at folder: URL, of checkout: Checkout) throws(AuthorFailure) {
    name = folder.lastPathComponent
    self.checkout = checkout
    self.folder = folder.standardizedFileURL
    let isName =
      name.first.map { $0.isASCII && $0.isLetter } ?? false && name.utf8.count <= 64
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    // A module of the same name could not be imported.
    guard isName, !name.hasPrefix("Oriel"), !Self.taken.contains(name) else { throw .badName(name) }
    guard !FileManager.default.fileExists(atPath: self.folder.path) else { throw .exists(folder.relativePath) }
  }

  private static let taken: Set<String> = [
    "Swift", "Foundation", "Testing", "Observation", "Glibc", "Dispatch", "Logging",
  ]

  /// The way from the package to Oriel.
  var wayToOriel: String {
    let (own, other) = (folder.pathComponents, checkout.folder.pathComponents)
    let shared = zip(own, other).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: own.count - shared) + other[shared...]
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  func write() throws(AuthorFailure) {
    do {
      for file in try FileManager.default.subpathsOfDirectory(atPath: checkout.template.path).sorted() {
        let source = checkout.template.appending(path: file)
        guard source.pathExtension == "swift" else { continue }
        try write(adapted(String(contentsOf: source, encoding: .utf8)), to: file.replacing("Notes", with: name))
      }
      try write(dockerfile, to: "Dockerfile")
      try write("**/.build\n**/.git\n**/*.db*\n", to: "Dockerfile.dockerignore")
      try write(".build/\n*.db*\n", to: ".gitignore")
    } catch {
      throw .unwritable(folder.path, reason: error.localizedDescription)
    }
  }

  private func adapted(_ text: String) -> String {
    text.replacing(#/\bNotes(?<rest>Tests)?\b/#) { "\(name)\($0.output.rest ?? "")" }
      .replacing("\"notes\"", with: "\"\(program)\"")
      .replacing("package(path: \"oriel\")", with: "package(name: \"oriel\", path: \"\(wayToOriel)\")")
  }

  private func write(_ text: String, to file: String) throws {
    let target = folder.appending(path: file)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: target, options: .withoutOverwriting)
  }

  /// The name of the product.
  var program: String { name.lowercased() }

  /// In the image, the app and Oriel are as far apart as they are here.
  private var dockerfile: String {
    let up = wayToOriel.split(separator: "/").prefix { $0 == ".." }.count
    let below = wayToOriel.split(separator: "/").drop { $0 == ".." }.joined(separator: "/")
    let app = "/src" + String(repeating: "/app", count: max(1, up))
    let oriel = "/src" + (below.isEmpty ? "" : "/\(below)")
    return """
      # Builds an image of the app: docker build --build-context oriel=\(wayToOriel) -t \(program) .
      FROM docker.io/library/swift:6.3-bookworm AS build
      WORKDIR \(app)
      COPY --from=oriel Package.swift \(oriel)/
      COPY --from=oriel Sources \(oriel)/Sources
      COPY --from=oriel Tests \(oriel)/Tests
      COPY --from=oriel web-client \(oriel)/web-client
      COPY --from=oriel deploy \(oriel)/deploy
      COPY . .
      # The cache keeps the build products for the next build.
      RUN --mount=type=cache,target=\(app)/.build \\
          \(oriel)/deploy/package \(program) /packages

      FROM docker.io/library/debian:bookworm-slim
      RUN --mount=type=bind,from=build,source=/packages,target=/packages \\
          apt-get update && \\
          apt-get install --yes --no-install-recommends /packages/*.deb && \\
          rm -rf /var/lib/apt/lists/* && \\
          install --directory --owner=65532 --group=65532 --mode=700 /data
      USER 65532:65532
      WORKDIR /data
      VOLUME /data
      # Say where browsers reach it: --env ORIEL_PUBLIC_URL=https://app.example
      ENV ORIEL_HOST=0.0.0.0 ORIEL_PORT=8080 ORIEL_DATABASE=/data/oriel.db SWIFT_BACKTRACE=enable=no
      EXPOSE 8080
      ENTRYPOINT ["/usr/bin/\(program)"]
      CMD ["serve"]

      """
  }

  func nextSteps(folder: String) -> String {
    """
    \(folder) has a window, a test and a Dockerfile. The first build takes some minutes.

      cd \(folder)
      swift run \(program)
      swift test
      swift run --package-path \(wayToOriel) oriel dev --path .
      docker build --build-context oriel=\(wayToOriel) -t \(program) .
    """
  }
}
