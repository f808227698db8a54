import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `POST windows/{id}/open {url | destination, force?}`: leads a window that exists to an address, or to a destination
  /// by its name; also one that waits in the store.
  func land(
    _ id: WindowID, _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    let body = try Members(request.jsonBody(), allowing: ["url", "destination", "force"])
    let place = try place(body)
    let isForced = try body.flag("force") ?? false
    hub.land(id, at: place, isForced: isForced) { window, result in
      guard let window else { return reply(Problem.unknownWindow(id.rawValue).response) }
      if let problem = Problem(result, of: window, place) { return reply(problem.response) }
      reply(.json(200, hub.describe(window).json))
    }
  }

  private func place(_ body: Members) throws(Problem) -> WindowPlace {
    let (url, destination) = (try body.text("url"), try body.object("destination"))
    switch (url, destination) {
    case (let url?, nil):
      guard let address = WindowURL(url) else { throw .foreignURL(url) }
      return .address(address)
    case (nil, let destination?):
      let members = try Members(.object(destination), of: "destination", allowing: ["name", "properties", "method"])
      let name = try members.required("name") { (members, name) throws(Problem) in try members.text(name) }
      return .destination(name, members.object["properties"] ?? [:], try method(members))
    default: throw .notOnePlace
    }
  }

  private func method(_ members: Members) throws(Problem) -> NavigationMethod? {
    guard let name = try members.text("method") else { return nil }
    guard let method = NavigationMethod(rawValue: name) else { throw .unknownMethod(name) }
    return method
  }
}

extension Members {
  func flag(_ name: String) throws(Problem) -> Bool? {
    guard let value = object[name] else { return nil }
    guard let flag = value.boolValue else { throw .wrongType(member: self.name(name), expected: "true or false") }
    return flag
  }
}

extension Problem {
  /// `nil` if there is none.
  fileprivate init?(_ result: CommandResult, of window: Window, _ place: WindowPlace) {
    switch result {
    case .executed: return nil
    case .rejected: self = .handlerFailed
    case .notExecutable(.locked): self = .windowLocked(window.id.rawValue)
    case .notExecutable(.unknownURL), .notExecutable(.unknownDestination): self = .unknownPlace(place.description)
    case .notExecutable(let reason): self = .notNow("\(reason)")
    }
  }
}
