import Foundation
import Logging
import Oriel
import OrielDocument
import OrielGateway
import OrielHub
import OrielTransport
import Synchronization

/// Replaces files of the app's pages while the server runs, for an author who is changing them: `oriel dev` asks for it
/// instead of building the app again.
final class Development: Sendable {
  // Guard: the gateway of each is used on its loop only.
  private struct Place: @unchecked Sendable {
    let hub: HubActor
    let gateway: Gateway
  }

  private struct State {
    var places: [Place] = []
    /// The new files by their names.
    var files: [String: PageFile] = [:]
  }

  /// The variable that `oriel dev` sets.
  private static let variable = "ORIEL_DEVELOPMENT"
  private static let path = "/admin/api/v1/page-files/"

  private let state = Mutex(State())
  /// The files that the program has, by their names.
  private let embedded: [String: PageFile]
  private let makePages: @Sendable ([String: PageFile]) -> Pages

  /// - Returns: `nil` for a server that no author develops.
  init?(_ app: some WindowApp, mayBeStopped: Bool, _ logger: Logger) {
    guard ProcessInfo.processInfo.environment[Self.variable] == "1" else { return nil }
    if let localization = app.localization { Self.check(localization, logger) }
    let files = app.pageFiles + app.body._declarations.flatMap(\.pageFiles)
    embedded = Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    makePages = { Pages(of: app, replacing: $0, mayBeStopped: mayBeStopped) }
  }

  private static func check(_ localization: Localization, _ logger: Logger) {
    for (language, keys) in localization.gaps {
      let names = keys.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ") + (keys.count > 10 ? " …" : "")
      logger.warning("The catalog has no text in \"\(language)\" for \(keys.count) of its keys: \(names)")
    }
    localization.missingKeys.tell { key in
      logger.warning("The catalog does not have the key \"\(key)\", so that every language shows it as it is")
    }
  }

  func add(_ gateway: Gateway, on hub: HubActor) {
    state.withLock { $0.places.append(Place(hub: hub, gateway: gateway)) }
  }

  /// `POST page-files/NAME`, with `{"text", "former"}`.
  var route: Route {
    Route(Self.path, bodyLimit: 4 << 20) { [self] request, _, reply in
      guard case .user(let credentials) = request.caller, credentials.user.has(role: "admin") else {
        return reply(.refusal(of: request.caller))
      }
      let name = String(request.path.dropFirst(Self.path.count))
      guard request.method == "POST", embedded[name] != nil else {
        return reply(.text(404, "No page loads a file of this name"))
      }
      let body = try? JSONReader.value(from: request.body)
      guard let text = body?["text"]?.stringValue, let former = body?["former"]?.stringValue else {
        return reply(.text(400, "Send {\"text\": …, \"former\": …}"))
      }
      guard replace(PageFile(name, text), former: former) else {
        return reply(.text(409, "The pages' file of this name is another one"))
      }
      reply(HTTPResponse(status: 200, headers: ["content-type": "application/json"], body: Array("{}".utf8)))
    }
  }

  /// - Parameter former: The text of the author's file before the change. The pages' file may be another of this name, or made
  ///   of it.
  /// - Returns: Whether it was replaced.
  private func replace(_ file: PageFile, former: String) -> Bool {
    let found: (places: [Place], files: [String: PageFile])? = state.withLock { state in
      guard (state.files[file.name] ?? embedded[file.name])?.contents.elementsEqual(former.utf8) == true else {
        return nil
      }
      state.files[file.name] = file
      return (state.places, state.files)
    }
    guard let (places, files) = found else { return false }
    let pages = makePages(files)
    for place in places { place.hub.run { _ in place.gateway.replace(pages) } }
    return true
  }
}
