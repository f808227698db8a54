import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `POST windows/{id}/send {actions, force?}`: puts actions and destinations into the window's queue, also of one that
  /// waits in the store (F119).
  func sendActions(
    to id: WindowID, _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    let body = try Members(request.jsonBody(), allowing: ["actions", "force"])
    let sent = try SentAction.all(body)
    let isForced = try body.flag("force") ?? false
    hub.find(id) { window in
      guard let window else { return reply(Problem.unknownWindow(id.rawValue).response) }
      guard isForced || !window.graph.isLocked else { return reply(Problem.windowLocked(id.rawValue).response) }
      do throws(Problem) {
        var actions: [NavigationAction] = []
        for each in sent { actions.append(try each.action(in: window)) }
        hub.send(actions, to: id, isForced: isForced) { _ in reply(.json(200, hub.describe(window).json)) }
      } catch {
        reply(error.response)
      }
    }
  }
}

/// One of the `actions`, as it is written: `{action}`, for `popAll` perhaps with the name of a stack as `in`, or
/// `{destination: {name, properties?}}`.
///
/// A destination is of a type that the window's scene lists: no other type is made of what comes from outside.
private enum SentAction {
  case action(NavigationAction)
  case destination(String, JSONValue)

  static func all(_ body: Members) throws(Problem) -> [SentAction] {
    guard let value = body.object["actions"] else { throw .missingMember("actions") }
    guard let elements = value.arrayValue, 1...100 ~= elements.count else {
      throw .wrongType(member: "actions", expected: "a list of 1 to 100 objects")
    }
    var all: [SentAction] = []
    for element in elements { all.append(try SentAction(element)) }
    return all
  }

  private init(_ json: JSONValue) throws(Problem) {
    let members = try Members(json, of: "actions", allowing: ["action", "in", "destination"])
    let (name, stack) = (try members.text("action"), try members.text("in"))
    switch (name, stack, try members.object("destination")) {
    case (let name?, nil, nil):
      guard let action = Self.actions[name] else {
        throw .unknownAction(name, known: Self.actions.keys.sorted())
      }
      self = .action(action())
    case ("popAll", let stack?, nil): self = .action(.popAll(in: stack))
    case (nil, nil, let destination?):
      let members = try Members(.object(destination), of: "destination", allowing: ["name", "properties"])
      let name = try members.required("name") { (members, name) throws(Problem) in try members.text(name) }
      self = .destination(name, members.object["properties"] ?? [:])
    default: throw .notOneAction
    }
  }

  private static let actions: [String: @Sendable () -> NavigationAction] = [
    "dismissAll": { .dismissAll }, "popAll": { .popAll }, "reset": { .reset }, "empty": { .empty },
    "locked": { .locked }, "pause": { .pause },
  ]

  func action(in window: Window) throws(Problem) -> NavigationAction {
    switch self {
    case .action(let action): return action
    case .destination(let name, let properties):
      guard let destination = window.routes.destination(named: name, properties) else {
        throw .unknownPlace("a destination \"\(name)\" with these properties")
      }
      return .send([destination])
    }
  }
}
