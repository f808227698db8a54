import Oriel
import OrielDocument
import OrielGateway
import OrielHub

/// The reason why a request is refused.
package enum Problem: Error, Equatable {
  // Who asks
  case noToken
  case wrongToken
  case expiredToken
  /// The number of seconds to wait.
  case throttled(Int)
  case noKeys
  case notAdmin
  /// The operator's roles allow it in these windows alone.
  case notAllowed(String, in: [WindowScope])
  // What for
  case unknownPath(String)
  case methodNotAllowed(String, allow: String)
  case unknownWindow(String)
  /// There is nothing to bring back.
  case notClosed(String)
  /// The window is unavailable.
  case parkedWindow(String, Parked)
  case parkedOpening(scene: String, user: String)
  case nothingParked(String)
  case unknownTrigger(String)
  case unknownTenant(String)
  /// The window is one of a closed tenant.
  case closedTenant(window: String)
  // In which words
  case notJSON(contentType: String?)
  case malformed(JSONError)
  case missingMember(String)
  case unknownMember(String, known: [String])
  /// `member` is `nil` for the body itself.
  case wrongType(member: String?, expected: String)
  case notOneTarget
  case undecodableParameter(String)
  case unknownParameter(String, known: [String])
  case repeatedParameter(String)
  case parameterOutOfRange(String, ClosedRange<Int>)
  case wrongParameter(String, expected: String)
  // Whether it can be done
  case unknownUser(String)
  case unknownScene(String, known: [String])
  case missingValue(scene: String)
  case needlessValue(scene: String)
  case wrongValue(scene: String)
  case foreignURL(String)
  case notOneDestination
  case notOneAction
  case unhandledTarget(String)
  case unknownDestination(String, known: [String])
  case unknownMethod(String)
  case unknownAction(String, known: [String])
  case windowLocked(String)
  case notNow(String)
  case notOneWindow(act: String)
  case noNewOwner(String, MoveRefusal)
  case windowExists(String)
  case handlerFailed
  case unknownKind(String, known: [String])
  case openWindowTrigger
  case wrongPayload(kind: String, detail: String)
  case unknownAct(String)
  case unknownPage(String)
  case wrongTarget(act: String, Act.Scope)
  case longReason
  case banOfOneself
  /// The member's value is no tenant's name.
  case wrongTenant(member: String)
  case tenantIs(String, TenantRow.State)
  case tenantBusy(String)
  case tenantNameInUse
  case tenantRunning(String)
  /// Another node has it in memory; with its name, if that is known.
  case onOtherNode(String, node: String?)
  /// No node has the name that the request gives.
  case unknownNode(String, known: [String])
  case nodeTakesNone(String)
  case tenantIsOn(String, node: String)
  case unknownMessage(String, known: [String])
  case unknownSetting(String)
  case wrongSetting(String, String)
  case wrongFilter(String)
  case unreadable(String)
  /// A tenant has more archived rows than the server exports.
  case tooManyRows(String)
  /// It was done, and is lost if the process ends.
  case notStored
  /// The store refused it, and nothing was changed.
  case notDone
  /// Another node was to do it, and may have.
  case noAnswer(of: String)

  var status: Status {
    switch self {
    case .noToken, .wrongToken, .expiredToken: .unauthorized
    case .throttled: .tooManyRequests
    case .noKeys: .serviceUnavailable
    case .notAdmin, .notAllowed: .forbidden
    case .unknownPath, .unknownWindow, .notClosed, .parkedWindow, .nothingParked, .unknownTrigger, .unknownTenant,
      .closedTenant, .unknownNode, .unknownMessage:
      .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .notJSON: .unsupportedMediaType
    case .windowLocked, .noNewOwner, .windowExists, .tenantIs, .tenantBusy, .tenantNameInUse, .tenantRunning,
      .onOtherNode, .nodeTakesNone, .tenantIsOn:
      .conflict
    case .malformed, .missingMember, .unknownMember, .wrongType, .notOneTarget, .notOneDestination, .notOneAction,
      .undecodableParameter, .unknownParameter, .repeatedParameter, .parameterOutOfRange, .wrongParameter, .longReason,
      .wrongTenant, .wrongFilter:
      .badRequest
    case .unknownUser, .unknownScene, .missingValue, .needlessValue, .wrongValue, .foreignURL,
      .unknownKind,
      .openWindowTrigger, .wrongPayload, .unhandledTarget, .unknownDestination, .unknownMethod, .unknownAction, .notNow,
      .handlerFailed,
      .unknownAct, .unknownPage, .wrongTarget, .notOneWindow, .banOfOneself, .parkedOpening, .unknownSetting,
      .wrongSetting, .tooManyRows:
      .unprocessableContent
    case .unreadable, .notStored, .notDone, .noAnswer: .serviceUnavailable
    }
  }

  /// RFC 9457. Of the type `about:blank`, whose title is the status's own phrase (§4.2.1).
  var response: HTTPResponse {
    var headers = extraHeaders
    headers["content-type"] = "application/problem+json"
    var members: JSONObject = [
      "type": "about:blank", "title": .string(status.phrase), "status": .integer(status.rawValue),
      "detail": .string(detail),
    ]
    if case .onOtherNode(_, let node?) = self { members.append("node", .string(node)) }
    return .json(status.rawValue, headers: headers, members)
  }

  private var extraHeaders: HTTPHeaders {
    switch self {
    // RFC 6750 §3.1: no error code if there was no token.
    case .noToken: ["www-authenticate": "Bearer"]
    case .wrongToken, .expiredToken: ["www-authenticate": "Bearer error=\"invalid_token\""]
    case .notAdmin, .notAllowed: ["www-authenticate": "Bearer error=\"insufficient_scope\""]
    case .throttled(let seconds): ["retry-after": "\(seconds)"]
    case .noKeys, .unreadable, .notStored, .notDone: ["retry-after": "5"]
    case .methodNotAllowed(_, let allow): ["allow": allow]
    default: [:]
    }
  }

  /// The status of a refusal, with its phrase (RFC 9110 §15.5, RFC 6585 §4).
  enum Status: Int, CaseIterable {
    case badRequest = 400
    case unauthorized = 401
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case conflict = 409
    case unsupportedMediaType = 415
    case unprocessableContent = 422
    case tooManyRequests = 429
    case serviceUnavailable = 503

    var phrase: String {
      switch self {
      case .badRequest: "Bad Request"
      case .unauthorized: "Unauthorized"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .conflict: "Conflict"
      case .unsupportedMediaType: "Unsupported Media Type"
      case .unprocessableContent: "Unprocessable Content"
      case .tooManyRequests: "Too Many Requests"
      case .serviceUnavailable: "Service Unavailable"
      }
    }
  }
}

extension Problem {
  /// The reason why a window is unavailable.
  static func absence(of id: WindowID, _ found: FoundWindow, on hub: WindowHub) -> Problem {
    switch found {
    case .parked(let parked): .parkedWindow(id.rawValue, parked)
    case .elsewhere(.node(let life)): .onOtherNode("The window", node: hub.nodes.first { $0.life == life }?.name)
    case .unreadable, .elsewhere(.hub): .unreadable("The window")
    case .closed: .closedTenant(window: id.rawValue)
    case .gone, .found: .unknownWindow(id.rawValue)
    }
  }
}

extension Problem {
  /// The reason why an act on a tenant was not done.
  init(_ refusal: TenantRefusal, _ tenant: Tenant) {
    switch refusal {
    case .unknown: self = .unknownTenant(tenant.name)
    case .already(let state): self = .tenantIs(tenant.name, state)
    case .busy: self = .tenantBusy(tenant.name)
    case .nameInUse: self = .tenantNameInUse
    case .running: self = .tenantRunning(tenant.name)
    case .onNode(let node): self = .onOtherNode("The tenant \"\(tenant.name)\"", node: node)
    case .alreadyOn(let node): self = .tenantIsOn(tenant.name, node: node)
    case .unknownNode(let name, let known): self = .unknownNode(name, known: known)
    case .takesNone(let node): self = .nodeTakesNone(node)
    case .unknownMessage(let name, let known): self = .unknownMessage(name, known: known)
    case .unreadable: self = .unreadable("The tenant")
    case .notStored: self = .notStored
    case .notDone: self = .notDone
    }
  }
}
