import Oriel
import OrielDocument
import OrielHub

extension OperatorCommand {
  /// Parses a request's body: `{act, target?, reason?}` and the members of the act.
  init(_ json: JSONValue) throws(Problem) {
    let all = try Members(json, allowing: Self.common + Array(Set(Act.all.map(\.members).joined())).sorted())
    let name = try all.required("act") { (members, name) throws(Problem) in try members.text(name) }
    guard let act = Act[name] else { throw .unknownAct(name) }
    let members = try Members(json, allowing: Self.common + act.members)
    self.init(
      try act.kind(members),
      to: try members.object("target").map { (object) throws(Problem) in try WindowTarget(object) },
      reason: try members.text("reason") ?? "")
  }

  private static let common = ["act", "target", "reason"]
}

extension OperatorCommand.Kind {
  /// A day. An effect that no page has performed by then is no longer a one-shot effect.
  private static let longestExpiry = 86_400_000

  /// `{url | destination, force?}`
  static func landing(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    .land(try LandingPlace(body), isForced: try body.flag("force") ?? false)
  }

  /// `{actions, force?}`
  static func sending(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    .send(try SentAction.all(body), isForced: try body.flag("force") ?? false)
  }

  /// `{to}`
  static func moving(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    .move(to: try body.required("to") { (body, name) throws(Problem) in try body.text(name) })
  }

  /// `{kind, payload, expires?, secret?}`
  static func triggering(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    let kind = try body.required("kind") { (body, name) throws(Problem) in try body.text(name) }
    let payload = try body.required("payload") { (body, name) throws(Problem) in try body.object(name) }
    return .trigger(
      kind: kind, payload: payload, expires: try body.integer("expires", in: 1...longestExpiry),
      isSecret: try body.flag("secret") ?? false)
  }

  /// `{scene, value?, url?}`
  static func opening(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    let scene = try body.required("scene") { (body, name) throws(Problem) in try body.text(name) }
    return .open(scene: scene, value: body.object["value"], url: try body.text("url"))
  }

  /// `{name}`
  static func renaming(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    let name = try body.required("name") { (body, name) throws(Problem) in try body.text(name) }
    guard let tenant = Tenant(named: name) else { throw .wrongTenant(member: "name") }
    return .tenant(.rename(tenant))
  }

  /// `{node}`
  static func movingTenant(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    .tenant(
      .move(toNode: try body.required("node") { (body, name) throws(Problem) in try body.text(name) }))
  }

  /// `{message}`
  static func skipping(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    .tenant(.skip(try body.required("message") { (body, name) throws(Problem) in try body.text(name) }))
  }

  /// `{setting, value}`
  static func setting(_ body: Members) throws(Problem) -> OperatorCommand.Kind {
    let name = try body.required("setting") { (body, name) throws(Problem) in try body.text(name) }
    guard let setting = Setting(rawValue: name) else { throw .unknownSetting(name) }
    guard let value = body.object["value"] else { throw .missingMember("value") }
    return .set(setting, value)
  }
}

extension WindowTarget {
  /// The member `target`: exactly one of `{window}`, `{user}`, `{tenant}`, `{scene}`, `{tag}` and `{all: true}`, perhaps with
  /// `attached: true`.
  init(_ object: JSONObject) throws(Problem) {
    let target = try Members(
      .object(object), of: "target", allowing: ["window", "user", "tenant", "scene", "tag", "all", "attached"])
    let isAttached = try target.flag("attached")
    guard object.count == (isAttached == nil ? 1 : 2) else { throw .notOneTarget }
    try self.init(target, object)
    if isAttached == true { self = .attached(self) }
  }

  private init(_ target: Members, _ object: JSONObject) throws(Problem) {
    if let window = try target.text("window") {
      self = .window(WindowID(window))
    } else if let user = try target.text("user") {
      self = .user(user)
    } else if let name = try target.text("tenant") {
      guard let tenant = Tenant(named: name) else { throw .wrongTenant(member: "target.tenant") }
      self = .tenant(tenant)
    } else if let scene = try target.text("scene") {
      self = .scene(scene)
    } else if let tag = try target.text("tag") {
      self = .tag(tag)
    } else {
      guard object["all"]?.boolValue == true else { throw .wrongType(member: "target.all", expected: "true") }
      self = .everyone
    }
  }
}

extension LandingPlace {
  /// Exactly one of `url` and `destination`.
  fileprivate init(_ body: Members) throws(Problem) {
    let (url, destination) = (try body.text("url"), try body.object("destination"))
    switch (url, destination) {
    case (let url?, nil):
      guard let address = WindowURL(url) else { throw .foreignURL(url) }
      self = .address(address)
    case (nil, let destination?):
      let members = try Members(.object(destination), of: "destination", allowing: ["name", "properties", "method"])
      let name = try members.required("name") { (members, name) throws(Problem) in try members.text(name) }
      self = .destination(name, members.object["properties"] ?? [:], try Self.method(members))
    default: throw .notOneDestination
    }
  }

  private static func method(_ members: Members) throws(Problem) -> NavigationMethod? {
    guard let name = try members.text("method") else { return nil }
    guard let method = NavigationMethod(rawValue: name) else { throw .unknownMethod(name) }
    return method
  }
}
