import Oriel
import OrielDocument
import OrielHub

/// One of the `actions` that an operator sends: `{action}`, for `popAll` optionally with the name of a stack as `in`,
/// or `{destination: {name, properties?}}`.
///
/// A destination must have a type that the window's scene declares; no other type is created from outside input.
package enum SentAction: Sendable {
  case action(String)
  case popAll(in: String)
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
      guard Self.actions[name] != nil else { throw .unknownAction(name, known: Self.names) }
      self = .action(name)
    case ("popAll", let stack?, nil): self = .popAll(in: stack)
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

  /// The names of actions.
  package static let names = actions.keys.sorted()

  /// The name in the audit.
  var name: String {
    switch self {
    case .action(let name), .destination(let name, _): name
    case .popAll(let stack): "popAll in \(stack)"
    }
  }

  func action(in window: Window) throws(Problem) -> NavigationAction {
    switch self {
    case .action(let name): return Self.actions[name]?() ?? .empty
    case .popAll(let stack): return .popTo(named: stack)
    case .destination(let name, let properties):
      guard let destination = window.routes.destination(named: name, properties) else {
        throw .unhandledTarget("a destination \"\(name)\" with these properties")
      }
      return .send([destination])
    }
  }
}
