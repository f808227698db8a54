import Oriel
import OrielDocument

extension Problem {
  /// What is wrong and what to do about it, for who has sent the request.
  package var detail: String {
    switch self {
    case .noToken: "Send the admin token as \"Authorization: Bearer …\"; a cookie is not enough here."
    case .wrongToken: "This token is not valid: send the one that the server was started with."
    case .expiredToken: "This token has expired: send a new one."
    case .throttled(let seconds): "Too many tokens were wrong: wait \(seconds) seconds."
    case .noKeys: "Tokens can't be verified at present: the keys of who gives them out can't be had."
    case .notAdmin: "This token's user is not an administrator: send one whose user has the role \"admin\"."
    case .unknownPath(let path): "There is nothing at \(path): \(AdminAPI.path)/openapi.json lists what there is."
    case .methodNotAllowed(let method, let allow): "\(method) can't be done here; what can is \(allow)."
    case .unknownWindow(let id): "There is no window \"\(id)\": it was closed, or never opened."
    case .parkedWindow(let id, let parked):
      """
      The window "\(id)" \(parked.isWindow ? "is parked" : "can't be had, as \(parked.name) is parked"): \
      \(parked.reason). It can be dismissed, and what is parked tried again ("retry").
      """
    case .parkedOpening(let scene, let user):
      "A window of \"\(scene)\" is not opened for \(user): that has ended the process three times. \"retry\" lets it be."
    case .nothingParked(let target): "Nothing of \(target) is parked: there is nothing to be tried again."
    case .unknownTrigger(let id): "There is no trigger \"\(id)\": the server remembers the last 10,000 since its start."
    case .notJSON(let type?): "The body is \"\(type)\": send it as \"content-type: application/json\"."
    case .notJSON(nil): "Say what the body is: \"content-type: application/json\"."
    case .malformed(let error): "The body is not JSON as it is taken here: \(error.words)."
    case .missingMember(let name): "\"\(name)\" is missing."
    case .unknownMember(let name, let known): "\"\(name)\" is unknown here: \(listed(known))."
    case .wrongType(nil, let expected): "The body must be \(expected)."
    case .wrongType(let name?, let expected): "\"\(name)\" must be \(expected)."
    case .notOneTarget: "\"target\" must have exactly one of \"window\", \"user\", \"scene\", \"tag\" and \"all\"."
    case .undecodableParameter(let text): "The parameter \(text) is not percent-encoded UTF-8."
    case .unknownParameter(let name, let known):
      "The parameter \"\(name)\" is unknown here: \(listed(known))."
    case .repeatedParameter(let name): "The parameter \"\(name)\" stands there twice."
    case .parameterOutOfRange(let name, let range):
      "The parameter \"\(name)\" must be an integer from \(range.lowerBound) to \(range.upperBound)."
    case .unknownUser(let id): "No window of the user \"\(id)\" is open: a window is opened beside others of its user."
    case .unknownScene(let id, let known): "There is no scene \"\(id)\": \(listed(known))."
    case .missingValue(let scene): "A window of \"\(scene)\" is opened for a value: send one as \"value\"."
    case .needlessValue(let scene): "A window of \"\(scene)\" is opened for no value: leave \"value\" out."
    case .wrongValue(let scene): "\"value\" is not one that a window of \"\(scene)\" can be opened for."
    case .foreignURL(let url): "\"\(url)\" is no path of this server's pages: \"url\" must begin with one \"/\"."
    case .notOnePlace: "Say where to with exactly one of \"url\" and \"destination\"."
    case .notOneAction:
      "An action has either \"action\", with \"in\" only beside \"popAll\", or \"destination\"."
    case .unknownPlace(let place): "Nobody in this window takes \(place)."
    case .unknownMethod(let method):
      "There is no method \"\(method)\": \(listed(NavigationMethod.allCases.map(\.rawValue)))."
    case .unknownAction(let name, let known): "There is no action \"\(name)\": \(listed(known))."
    case .windowLocked(let id): "The window \"\(id)\" is locked: send \"force\": true if it must be."
    case .notNow(let reason): "The window can't go there now: \(reason)."
    case .handlerFailed: "The app failed to go there. The log has the reason."
    case .unknownKind(let kind, let known):
      "There is no trigger \"\(kind)\": \(listed(known)), and \"custom:<name>\" for the app's own."
    case .openWindowTrigger: "A window is opened with POST \(AdminAPI.path)/windows, which also asks a page to show it."
    case .wrongParameter(let name, let expected): "The parameter \"\(name)\" must be \(expected)."
    case .unknownPage(let after): "No page begins behind \"\(after)\": send the \"next\" of the page before."
    case .unknownAct(let name): "There is no act \"\(name)\": \(listed(Act.Deed.names))."
    case .wrongTarget(let act, .windows): "\"\(act)\" needs a \"target\": which windows it is done to."
    case .wrongTarget(let act, .user): "\"\(act)\" is done to a user: its \"target\" is {\"user\": …}."
    case .wrongTarget(let act, .server): "\"\(act)\" is done to the server: leave \"target\" out."
    case .longReason: "The reason has more than \(Act.longestReason) characters: say it shorter."
    case .banOfOneself: "You would ban yourself: another operator may, if it must be."
    case .unknownSetting(let name): "There is no setting \"\(name)\": \(listed(Setting.allCases.map(\.rawValue)))."
    case .wrongSetting(let name, let expected): "\"\(name)\" must be \(expected)."
    case .unreadable(let what): "\(what) can't be read at present; the log has the reason. Try again later."
    case .wrongPayload(let kind, let detail): "The payload of \"\(kind)\" is wrong: \(detail)."
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
    case .unexpectedEnd: "it ends too early"
    case .unexpectedByte(_, let offset): "an unexpected character stands at byte \(offset)"
    case .duplicateKey(let key, let offset): "the member \"\(key)\" stands a second time at byte \(offset)"
    case .tooDeep(let limit): "it is more than \(limit) arrays and objects deep"
    case .loneSurrogate(let offset): "half a surrogate pair stands at byte \(offset)"
    case .invalidUTF8(let offset): "byte \(offset) is not UTF-8"
    case .numberOutOfRange(let offset): "the number at byte \(offset) is out of range"
    case .null(let offset): "null stands at byte \(offset): leave out what is absent"
    }
  }
}
