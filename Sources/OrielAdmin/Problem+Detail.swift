import Oriel
import OrielDocument

extension Problem {
  /// The error and its remedy, for the sender of the request.
  package var detail: String {
    switch self {
    case .noToken: "Send the admin token as \"Authorization: Bearer …\"; a cookie is not enough here."
    case .wrongToken: "This token is not valid here. The server's log has the reason."
    case .expiredToken: "This token has expired: send a new one."
    case .throttled(let seconds): "Too many invalid tokens. Try again in \(seconds) seconds."
    case .noKeys: "Tokens can't be verified right now: the issuer's keys can't be loaded."
    case .notAdmin:
      "This token's user is not an operator: send one for a user with the role \"admin\", or one of an --operator-role."
    case .notAllowed(let act, in: []):
      "Your roles don't allow \"\(act)\". The server's flag --operator-role can give it to one of them."
    case .notAllowed(let act, let windows):
      "Your roles allow \"\(act)\" only in \(windows.map(\.description).joined(separator: ", and in ")): name one of these."
    case .unknownPath(let path): "There is nothing at \(path): \(AdminAPI.path)/openapi.json lists the available paths."
    case .methodNotAllowed(let method, let allow): "\(method) is not supported here; use \(allow)."
    case .notClosed(let id): "No window \"\(id)\" was closed within the last 10 minutes."
    case .unknownWindow(let id): "There is no window \"\(id)\": it was closed, or never opened."
    case .parkedWindow(let id, let parked):
      """
      The window "\(id)" \(parked.isWindow ? "is parked" : "is unavailable because \(parked.name) is parked"): \
      \(parked.reason). Dismiss it, or send "retry" to try again.
      """
    case .parkedOpening(let scene, let user):
      "A window of \"\(scene)\" is not opened for \(user): opening it crashed the process three times. Send \"retry\" to try again."
    case .nothingParked(let target): "Nothing of \(target) is parked, so there is nothing to retry."
    case .unknownTrigger(let id): "There is no trigger \"\(id)\": the server remembers the last 10,000 since its start."
    case .unknownTenant(let name): "There is no tenant \"\(name)\": \(AdminAPI.path)/tenants lists them."
    case .closedTenant(let id): "The window \"\(id)\" is one of a closed tenant. Reopen the tenant first."
    case .wrongTenant(let member):
      "\"\(member)\" must be a tenant's name: 1 to 64 of A-Z a-z 0-9 . _ - :, \"~\" with a user's id, or \"app\"."
    case .tenantIs(let name, .open), .tenantIs(let name, .parked):
      "The tenant \"\(name)\" is open already, so there is nothing to reopen."
    case .tenantIs(let name, .closed): "The tenant \"\(name)\" is closed already. Send \"reopen\" to open it."
    case .tenantIs(let name, .asleep): "The tenant \"\(name)\" is not in memory, so there is nothing to put to sleep."
    case .tenantIs(let name, .deleted):
      "The tenant \"\(name)\" was deleted. Send \"reopen\" to free its name."
    case .tenantBusy(let name): "Another act on the tenant \"\(name)\" has not ended yet. Try again in a moment."
    case .tenantNameInUse: "The new name is in use, or it is that of a deleted tenant. Choose another."
    case .tenantRunning(let name):
      "A handler of the tenant \"\(name)\" is still running, so nothing was done. Its pages come back. Try again later."
    case .onOtherNode(let what, let node):
      node.map { "\(what) is in the memory of the node \"\($0)\". Send \"oriel-node: \($0)\" with the request." }
        ?? "\(what) is in the memory of another node. Try again in a moment."
    case .tenantIsOn(let name, let node): "The tenant \"\(name)\" is on the node \"\(node)\" already."
    case .nodeTakesNone(let node):
      "The node \"\(node)\" takes no tenants: it is about to end, or a node of a newer version of the program lives."
    case .unknownMessage(let name, let known):
      known.isEmpty
        ? "No message fails, so \"\(name)\" can't be skipped."
        : "No message \"\(name)\" fails: \(listed(known))."
    case .unknownNode(let name, let known):
      known.isEmpty
        ? "There is no node \"\(name)\": this server is alone."
        : "There is no node \"\(name)\": \(listed(known))."
    case .notDone: "The store refused it, so nothing was changed; the server's log has the reason. Try again later."
    case .notJSON(let type?): "The body is \"\(type)\": send it as \"content-type: application/json\"."
    case .notJSON(nil): "Send the header \"content-type: application/json\"."
    case .malformed(let error): "The body is not acceptable JSON: \(error.words)."
    case .missingMember(let name): "\"\(name)\" is missing."
    case .unknownMember(let name, let known): "\"\(name)\" is unknown here: \(listed(known))."
    case .wrongType(nil, let expected): "The body must be \(expected)."
    case .wrongType(let name?, let expected): "\"\(name)\" must be \(expected)."
    case .notOneTarget:
      "\"target\" must have exactly one of \"window\", \"user\", \"tenant\", \"scene\", \"tag\" and \"all\"."
    case .undecodableParameter(let text): "The parameter \(text) is not percent-encoded UTF-8."
    case .unknownParameter(let name, let known):
      "The parameter \"\(name)\" is unknown here: \(listed(known))."
    case .repeatedParameter(let name): "The parameter \"\(name)\" appears twice."
    case .parameterOutOfRange(let name, let range):
      "The parameter \"\(name)\" must be an integer from \(range.lowerBound) to \(range.upperBound)."
    case .unknownUser(let id): "The user \"\(id)\" has no open window, and a page of theirs must open the new one."
    case .unknownScene(let id, let known): "There is no scene \"\(id)\": \(listed(known))."
    case .missingValue(let scene): "The scene \"\(scene)\" needs a value: send one as \"value\"."
    case .needlessValue(let scene): "The scene \"\(scene)\" takes no value: leave \"value\" out."
    case .wrongValue(let scene): "The scene \"\(scene)\" can't be opened for this \"value\"."
    case .foreignURL(let url): "\"\(url)\" is not a path on this server: \"url\" must begin with a single \"/\"."
    case .notOneDestination: "Send exactly one of \"url\" and \"destination\"."
    case .notOneAction:
      "An action has either \"action\", with \"in\" only beside \"popAll\", or \"destination\"."
    case .unhandledTarget(let target): "Nothing in this window handles \(target)."
    case .unknownDestination(let name, let known): "There is no destination \"\(name)\": \(listed(known))."
    case .unknownMethod(let method):
      "There is no method \"\(method)\": \(listed(NavigationMethod.allCases.map(\.rawValue)))."
    case .unknownAction(let name, let known): "There is no action \"\(name)\": \(listed(known))."
    case .windowLocked(let id): "The window \"\(id)\" is locked: send \"force\": true (--force) to override the lock."
    case .notNow(let reason): "The window can't go there now: \(reason)."
    case .handlerFailed: "The app failed to navigate there. The server's log has the reason."
    case .unknownKind(let kind, let known):
      "There is no trigger \"\(kind)\": \(listed(known)), and \"custom:<name>\" for the app's own."
    case .openWindowTrigger: "A window is opened by the act \"open\", which also asks a page to show it."
    case .wrongParameter(let name, let expected): "The parameter \"\(name)\" must be \(expected)."
    case .unknownPage(let after): "\"\(after)\" is not a valid cursor: send the \"next\" of the previous page."
    case .unknownAct(let name): "There is no act \"\(name)\": \(listed(Act.names))."
    case .notOneWindow(let act): "\"\(act)\" applies to one window: send \"target\": {\"window\": …}."
    case .noNewOwner(let user, .missingRole(let role)):
      "The window's scene requires the role \"\(role)\", which the user \"\(user)\" does not have here."
    case .windowExists(let id):
      "Its user has the window \(id) for its value now, and its scene allows one: dismiss that one first."
    case .noNewOwner(let user, .windowExists):
      "The user \"\(user)\" has a window for this value already, and its scene allows one: dismiss that one first."
    case .noNewOwner(let user, .noTenant): "The user \"\(user)\" can't have windows in this window's tenant."
    case .noNewOwner(let user, .noAccess): "The window's tenant does not admit the user \"\(user)\"."
    case .noNewOwner(let user, .notNow): "The window can't be given to the user \"\(user)\" now. Try again."
    case .wrongTarget(let act, .windows): "\"\(act)\" needs a \"target\": the windows it applies to."
    case .wrongTarget(let act, .user): "\"\(act)\" applies to a user: send \"target\": {\"user\": …}."
    case .wrongTarget(let act, .tenant): "\"\(act)\" applies to a tenant: send \"target\": {\"tenant\": …}."
    case .wrongTarget(let act, .server): "\"\(act)\" applies to the server: leave \"target\" out."
    case .longReason: "The reason has more than \(OperatorCommand.longestReason) characters. Shorten it."
    case .banOfOneself: "You can't ban yourself. Ask another operator."
    case .unknownSetting(let name): "There is no setting \"\(name)\": \(listed(Setting.allCases.map(\.rawValue)))."
    case .wrongSetting(let name, let expected): "\"\(name)\" must be \(expected)."
    case .wrongFilter(let words): words
    case .unreadable(let what): "\(what) can't be read right now; the server's log has the reason. Try again later."
    case .tooManyRows(let name):
      """
      The tenant "\(name)" has more than \(ArchiveLimits.exportedRows) archived rows, too many for one answer: run \
      "oriel store export --tenant \(name)" where the store is.
      """
    case .notStored:
      """
      This holds now, but a restart would undo it, because the store can't be written; the server's log has the reason. \
      It is stored as soon as the store can be written again. Send it again to be sure.
      """
    case .noAnswer(let node):
      "The node \"\(node)\" was to do it, and did not answer in time. Look whether it is done before you send it again."
    case .wrongPayload(let kind, let detail): "The payload of \"\(kind)\" is wrong: \(detail)."
    }
  }
}

extension Problem {
  /// Why something could not be done in one of many windows: the same words for each window with the same reason.
  var reason: String {
    switch self {
    case .windowLocked: "The window is locked."
    case .unknownWindow: "The window was closed meanwhile."
    case .parkedWindow: "The window is parked."
    default: detail
    }
  }
}

private func listed(_ names: [String]) -> String {
  let quoted = names.map { "\"\($0)\"" }
  guard let last = quoted.last else { return "there is none" }
  guard quoted.count > 1 else { return "there is \(last)" }
  return "there are \(quoted.dropLast().joined(separator: ", ")) and \(last)"
}

extension JSONError {
  var words: String {
    switch self {
    case .unexpectedEnd: "it ends too soon"
    case .unexpectedByte(_, let offset): "there is an unexpected character at byte \(offset)"
    case .duplicateKey(let key, let offset): "the member \"\(key)\" is repeated at byte \(offset)"
    case .tooDeep(let limit): "it is nested more than \(limit) levels deep"
    case .loneSurrogate(let offset): "there is half a surrogate pair at byte \(offset)"
    case .invalidUTF8(let offset): "byte \(offset) is not UTF-8"
    case .numberOutOfRange(let offset): "the number at byte \(offset) is out of range"
    case .null(let offset): "there is a null at byte \(offset): leave the member out instead"
    }
  }
}
