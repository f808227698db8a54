import Oriel
import OrielHub

/// An endpoint below `/admin/api/v1/`, with its methods.
enum Endpoint: Equatable {
  case description
  case windows
  case window(WindowID)
  /// A window's models.
  case graph(WindowID)
  case trigger(String)
  /// The log of a window.
  case events(WindowID)
  case users
  case tenants
  case tenant(Tenant)
  case tenantLines(Tenant)
  /// All acts.
  case acts
  /// The audit.
  case audit
  case auditLines
  case settings
  /// The parked subjects.
  case parked
  case nodes

  /// - Parameter path: The path relative to the API's own, not percent-decoded.
  init?(_ path: Substring) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
      .map(Substring.init)
    switch (parts.first, parts.dropFirst().first, parts.count) {
    case ("openapi.json", nil, 1): self = .description
    case ("windows", nil, 1): self = .windows
    case ("users", nil, 1): self = .users
    case ("tenants", nil, 1): self = .tenants
    case ("tenants", let name?, 2...3) where parts.count == 2 || parts[2] == "export":
      guard let tenant = PercentEncoding.decode(name).flatMap(Tenant.init(named:)) else { return nil }
      self = parts.count == 2 ? .tenant(tenant) : .tenantLines(tenant)
    case ("acts", nil, 1): self = .acts
    case ("audit", nil, 1): self = .audit
    case ("audit.jsonl", nil, 1): self = .auditLines
    case ("settings", nil, 1): self = .settings
    case ("parked", nil, 1): self = .parked
    case ("nodes", nil, 1): self = .nodes
    case ("windows", let id?, 2) where !id.isEmpty:
      guard let id = PercentEncoding.decode(id) else { return nil }
      self = .window(WindowID(id))
    case ("windows", let id?, 3) where !id.isEmpty:
      guard let id = PercentEncoding.decode(id), let part = Self.part(parts[2], of: WindowID(id)) else { return nil }
      self = part
    case ("triggers", let id?, 2) where !id.isEmpty:
      guard let id = PercentEncoding.decode(id) else { return nil }
      self = .trigger(id)
    default: return nil
    }
  }

  private static func part(_ name: Substring, of window: WindowID) -> Endpoint? {
    switch name {
    case "graph": .graph(window)
    case "events": .events(window)
    default: nil
    }
  }

  /// The window or tenant that it is about, if it is about one.
  var target: WindowTarget? {
    switch self {
    case .window(let id), .graph(let id), .events(let id): .window(id)
    case .tenant(let tenant), .tenantLines(let tenant): .tenant(tenant)
    default: nil
    }
  }

  /// Refuses an operator whose roles don't allow it.
  func checkRights(of who: Operator, on hub: WindowHub) async throws(Problem) {
    let rights = who.rights
    let isAllowed =
      switch self {
      case .window(let id), .graph(let id), .events(let id): await hub.allows(right, in: id, to: rights)
      case .windows: rights.allowSomewhere(right)
      case .trigger: rights.allow(.trigger) || rights.allow(right)
      default: rights.allow(right)
      }
    guard isAllowed else { throw .notAllowed(right, in: isOfWindows ? rights.windows(for: right) : []) }
  }

  private var right: String {
    switch self {
    case .audit, .auditLines: OperatorRights.audit
    case .tenantLines: OperatorRights.export
    default: OperatorRights.look
    }
  }

  private var isOfWindows: Bool {
    switch self {
    case .windows, .window, .graph, .events: true
    default: false
    }
  }

  /// The supported methods, whose names are case-sensitive (RFC 9110 §9.1). HEAD is handled as GET; the Transport omits the
  /// body (§9.3.2).
  var methods: [String] { self == .acts ? ["POST"] : ["GET", "HEAD"] }
}
