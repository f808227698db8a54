import Oriel
import OrielDocument

extension WindowHub {
  /// Attaches a page, which opens a window, returns to one, forks one, or watches.
  ///
  /// `then` is called once, at once unless the store or another hub has to be asked.
  package func attach(
    _ request: AttachRequest, client: any WindowClient, then: @escaping (AttachAnswer) -> Void
  ) {
    guard let arrival = visitors.arrival(request, client, then) else { return }
    if let reason = request.refusal(access.list) { return arrival.refuse(reason) }
    if request.observe && !operators.rights(of: request.user).allowSomewhere(OperatorRights.look) {
      return arrival.refuse(.notYourWindow)
    }
    if let id = request.window ?? opened(by: request) {
      return findHub(of: id, arrival) { [self] in returnToWindow(id, arrival) }
    }
    if request.observe { return arrival.refuse(.windowDismissed) }
    guard visitors.mayOpen(request.network) else {
      return arrival.refuse(.tooManyOfNetwork)
    }
    withMember(of: arrival) { [self] member, asked in
      // The same page may have attached twice while its user was being loaded.
      if let id = opened(by: request) { return returnToWindow(id, arrival) }
      guard member.mayHaveAsleep, windows.mayMissOpeners(at: scheduler.now, limits) else {
        return openNew(asked, for: member, arrival)
      }
      // The page may have opened a window before a restart without learning of it.
      let query = StoredWindowQuery(user: request.user.id, openedBy: request.instance.text, limit: 2)
      findAsleep(query, for: arrival) { [self] found in
        if let id = opened(by: request) ?? found.first?.id {
          return findHub(of: id, arrival) { [self] in returnToWindow(id, arrival) }
        }
        withMember(of: arrival) { [self] in openNew($1, for: $0, arrival) }
      }
    }
  }

  /// Finds the scene and tenant that a page asks for, and the page's user as a member of that tenant.
  private func withMember(of arrival: Arrival, then: @escaping (UserState, RequestedScene) -> Void) {
    withMember(of: arrival, scenes.requested(by: arrival.request)[...], then: then)
  }

  /// - Parameter scenes: Those to try in order: a user without the role of one gets the next.
  private func withMember(
    of arrival: Arrival, _ scenes: ArraySlice<RequestedScene>, then: @escaping (UserState, RequestedScene) -> Void
  ) {
    guard let asked = scenes.first else { return arrival.refuse(.nothingHere) }
    let request = arrival.request
    let isLoaded = homes[asked.tenant] != nil
    guard
      isLoaded
        || visitors.mayLoad(request.network) && visitors.mayRead(for: request)
    else {
      return arrival.refuse(.tooManyOfNetwork)
    }
    withHome(asked.tenant, for: arrival) { [self] found in
      if case .elsewhere(let place) = found { return arrival.then(.elsewhere(place)) }
      guard case .home(let home) = found, let user = admitted(request.user, by: asked.scene.tenancy, to: home) else {
        if !isLoaded { visitors.refusedLoad(request.network) }
        return arrival.refuse(found.refusal)
      }
      guard asked.scene.opens(to: user.roles) || scenes.count == 1 else {
        let rest = scenes.dropFirst()
        // Another tenant may be elsewhere, where the page would ask for the first scene again.
        guard rest.first?.tenant == asked.tenant else { return arrival.refuse(.nothingHere) }
        return withMember(of: arrival, rest, then: then)
      }
      guard visitors.mayRead(user, for: request) else { return arrival.refuse(.tooManyOfNetwork) }
      start(home)
      withUser(user, for: arrival) { [self] member in
        guard let member else { return arrival.refuse(isParked(user) ? .parked : .unavailable) }
        // It may have been in memory already, with the roles of an earlier sign-in.
        member.signedIn(as: user, with: request.user)
        then(member, asked)
      }
    }
  }

  private func opened(by request: AttachRequest) -> WindowID? {
    request.observe ? nil : windows.id(openedBy: request.instance, of: request.user.key)
  }

  private func returnToWindow(_ id: WindowID, _ arrival: Arrival) {
    let request = arrival.request
    guard windows[id] != nil || visitors.mayRead(for: request) else { return arrival.refuse(.tooManyOfNetwork) }
    guard windows[id] != nil || memory.hasRoom(forMoreOf: request.network) else { return arrival.refuse(.unavailable) }
    lookUp(id, for: arrival) { [self] found in
      if case .gone = found, request.reopen, !request.observe {
        var hasAnother = false
        let mayHave = { [self] (origin: StoredOrigin) in
          guard origin.user.hasSameScalars(as: request.user.id),
            scenes[origin.scene]?.opens(to: request.user.roles) == true
          else { return false }
          hasAnother = onlyWindow(like: origin) != nil
          return !hasAnother
        }
        return reopen(id, for: arrival.client, if: mayHave) { found in
          arrival.client.charge { [self] in
            if hasAnother { return withMember(of: arrival) { [self] in openNew($1, for: $0, arrival) } }
            attach(arrival, to: id, found)
          }
        }
      }
      attach(arrival, to: id, found)
    }
  }

  private func attach(_ arrival: Arrival, to id: WindowID, _ found: FoundWindow) {
    let request = arrival.request
    if case .elsewhere(let place) = found { return arrival.then(.elsewhere(place)) }
    // A page that waited for the same window may have closed it by now.
    guard let window = found.window, windows[id] === window else {
      // In place of a window that was deleted because nothing had been done in it, or that was not saved, another is
      // opened.
      guard case .gone = found, !request.observe,
        visitors.remembers(id) || scenes.areUnsaved(for: request) || scenes.isForSignIn(request)
      else {
        return arrival.refuse(found.refusal)
      }
      return withMember(of: arrival) { [self] in openNew($1, for: $0, arrival) }
    }
    // The browser has signed in in it, or is to sign in after another user's window.
    let isByAnother = !request.observe && request.user.key != window.user.key
    if isByAnother, window.scene.asksToSignIn || scenes.isForSignIn(request) {
      return withMember(of: arrival) { [self] in openNew($1, for: $0, arrival) }
    }
    if let refusal = refusal(of: request, in: window) { return arrival.refuse(refusal) }
    attachOrFork(window, arrival)
  }

  /// The reason why a page may not return to a window, or watch it. A user without the scene's role is told that the
  /// window is gone.
  private func refusal(of request: AttachRequest, in window: Window) -> CloseReason? {
    if let found = homes.busy[window.user.account.tenant] { return found.refusal }
    // No window of the console is mirrored.
    if request.observe {
      guard !window.isConsole else { return .windowDismissed }
      return operators.rights(of: request.user).allow(OperatorRights.look, in: window) ? nil : .notYourWindow
    }
    guard request.isOf(window.user.account) else {
      return window.scene.opens(to: request.user.roles) ? .notYourWindow : .windowDismissed
    }
    let (member, tenancy) = (window.user, window.scene.tenancy)
    let credentials = request.user.key == member.key ? request.user : member.credentials
    guard self.credentials(of: credentials, stillName: member.account.tenant, by: tenancy),
      let user = admitted(credentials, by: tenancy, to: member.home)
    else { return .noAccess }
    guard window.scene.opens(to: request.user.key == user.key ? user.roles : request.user.roles) else {
      return .windowDismissed
    }
    start(member.home)
    member.signedIn(as: user, with: credentials)
    return nil
  }

  /// An unknown scene, one whose roles the user does not have, or an invalid value opens the default scene, and the page says that nothing
  /// is there.
  ///
  /// A page with an epoch had a window that was never stored. The events it resends were meant for that window, and
  /// must not reach models of the new one.
  private func openNew(_ asked: RequestedScene, for user: UserState, _ arrival: Arrival) {
    let request = arrival.request
    // The user may have been banned during the read.
    if let reason = request.refusal(access.list) { return arrival.refuse(reason) }
    guard !quarantine.hasCrashed(0, of: request.instance),
      !quarantine.isParked(.opening(request.opening.name, user: request.user.id))
    else { return arrival.refuse(.parked) }
    if let only = onlyWindow(of: asked.scene, asked.value, for: user.account) {
      return openOnly(only, asked, for: user, arrival)
    }
    if asked.scene.hasOneWindowPerValue, user.home.windows.areIncomplete {
      var query = StoredWindowQuery(of: user.account, scene: asked.scene.id)
      query.isLatestFirst = true
      return findAsleep(query, for: arrival) { [self] found in
        let listed = onlyWindow(of: asked.scene, asked.value, for: user.account)
        let stored = found.first { $0.value == asked.value && reasonForParking($0.id) == nil }?.id
        guard let only = listed ?? stored else { return openAnother(asked, for: user, arrival) }
        openOnly(only, asked, for: user, arrival)
      }
    }
    if let waiting = waitingWindow(asked, of: user, request) {
      return lookUp(waiting, for: arrival) { [self] found in
        // It may be parked, lost, or shown by another page by now.
        guard let window = found.window, window.page?.isOpen != true, refusal(of: request, in: window) == nil else {
          return openAnother(asked, for: user, arrival)
        }
        attachOrFork(window, arrival)
      }
    }
    openAnother(asked, for: user, arrival)
  }

  /// Shows the only window that the user may have for a value, at the address that the page asks for.
  private func openOnly(_ id: WindowID, _ asked: RequestedScene, for user: UserState, _ arrival: Arrival) {
    lookUp(id, for: arrival) { [self] found in
      guard let window = found.window else {
        // It may have been closed or parked by now.
        switch found {
        case .gone, .closed, .parked: return openAnother(asked, for: user, arrival)
        default: return arrival.refuse(found.refusal)
        }
      }
      if let refusal = refusal(of: arrival.request, in: window) { return arrival.refuse(refusal) }
      attachOrFork(window, arrival, landing: asked.value == window.value)
    }
  }

  /// The window to which a page returns that asks for its scene, and for nothing in it.
  private func waitingWindow(_ asked: RequestedScene, of user: UserState, _ request: AttachRequest) -> WindowID? {
    guard asked.scene.returnsToWaiting, request.window == nil else { return nil }
    let base = baseURL(of: asked.scene, asked.value, in: user.account.tenant)
    guard request.address.map({ $0.withoutQuery == base.withoutQuery }) ?? true else { return nil }
    return user.home.windows.waiting(scene: asked.scene.id, value: asked.value, of: user.account.id)
  }

  private func openAnother(_ asked: RequestedScene, for user: UserState, _ arrival: Arrival) {
    let request = arrival.request
    guard visitors.admits(request, for: user) else { return arrival.refuse(.tooManyOfNetwork) }
    do {
      let opening = request.opening
      guard let window = try recording(opening, { try makeWindow(asked, for: user, request, as: opening.name) }) else {
        return arrival.refuse(noRoom(user, for: asked.scene))
      }
      if request.epoch != nil, window.isStored, !visitors.remembers(request.window) {
        notifyOfLoss(of: window, isStored: false)
      }
      completeAttach(to: window, madeIn: opening, arrival)
    } catch {
      log(.error, onceAMinute: "default not created", "The default window can't be created: \(error)")
      arrival.refuse(.unavailable)
    }
  }

  /// - Returns: `nil` if the user has reached the limit.
  private func makeWindow(
    _ asked: RequestedScene, for user: UserState, _ request: AttachRequest, as opening: String
  ) throws -> Window? {
    guard hasRoom(user, for: asked.scene) else { return nil }
    return try makeWindow(
      scene: asked.scene, value: asked.value, user: user, openedBy: request.instance, as: opening,
      replacesLost: request.epoch != nil)
  }

  /// The refusal of one more window, with the address of the list of windows if that is opened for the same tenant.
  private func noRoom(_ user: UserState, for scene: WindowScene) -> CloseReason {
    var url: String?
    if let list = scenes.list, !scene.opensBeyondLimit, !scene.isConsole, list.opens(to: user.account.roles),
      list.declaration.tenancy == nil, scene.declaration.tenancy == nil
    {
      url = "\(baseURL(of: list, nil, in: user.account.tenant))"
    }
    return .tooManyWindows(limit: limits.attachedWindowsPerUser, list: url)
  }

  private func hasRoom(_ user: UserState, for scene: WindowScene) -> Bool {
    let (key, limit) = (user.key, limits.attachedWindowsPerUser)
    guard !scene.isConsole else {
      return users.members(key).reduce(0) { $0 + $1.windows.count { $0.isAttached && $0.isConsole } } < limit
    }
    let attached = neighbours.visitorCounts.attachedWindows(of: key)
    return attached < limit || attached == limit && (scene.opensBeyondLimit || showsList(key))
  }

  /// Whether a page shows the user's list of windows, which counts for nothing.
  private func showsList(_ user: ScalarKey) -> Bool {
    users.members(user).contains { $0.windows.contains { $0.isAttached && $0.scene.opensBeyondLimit } }
  }

  /// Takes the place of the window's page, copies the window for another page of its user, or watches it. Instead of a
  /// copy of a large window, which would keep the loop busy, the page gets a new window.
  ///
  /// - Parameter landing: Whether the window goes to the address that the page asks for.
  private func attachOrFork(_ window: Window, _ arrival: Arrival, landing: Bool = false) {
    let request = arrival.request
    if let reason = request.refusal(access.list) { return arrival.refuse(reason) }
    if request.observe { return arrival.then(.attached(observing(window, arrival))) }
    guard let page = window.page, page.isOpen else {
      guard hasRoom(window.user, for: window.scene) else {
        return arrival.refuse(noRoom(window.user, for: window.scene))
      }
      return completeAttach(to: window, landing: landing, arrival)
    }
    if page.instance == request.instance || request.takeover {
      page.end(.replaced)
      return completeAttach(to: window, arrival)
    }
    if window.scene.hasOneWindowPerValue {
      // A page that only reconnects must not take the window from the one that the user looks at.
      guard request.epoch == nil || request.window != window.id else { return arrival.refuse(.replaced) }
      page.end(.replaced)
      return completeAttach(to: window, landing: landing, arrival)
    }
    guard hasRoom(window.user, for: window.scene) else { return arrival.refuse(noRoom(window.user, for: window.scene)) }
    guard !quarantine.hasCrashed(0, of: request.instance) else { return arrival.refuse(.parked) }
    guard visitors.admits(request, for: window.user) else { return arrival.refuse(.tooManyOfNetwork) }
    do {
      guard window.live.byteBound <= limits.largeDocumentBytes else {
        let opening = request.opening
        let another = try recording(opening) {
          try makeWindow(
            scene: window.scene, value: window.value, user: window.user, openedBy: request.instance,
            as: opening.name, replacesLost: request.epoch != nil)
        }
        return completeAttach(to: another, madeIn: opening, arrival)
      }
      completeAttach(to: try fork(window, for: request.instance), arrival)
    } catch {
      log(.error, onceAMinute: "not forked", "A window can't be forked: \(error)")
      arrival.refuse(.unavailable)
    }
  }

  /// - Parameters:
  ///   - opening: The turn that has made the window for this page.
  ///   - landing: Whether the window goes to the address that the page asks for, unless that is its own.
  private func completeAttach(
    to window: Window, madeIn opening: CrashJournalEntry? = nil, landing: Bool = false, _ arrival: Arrival
  ) {
    let request = arrival.request
    window.user.used(window)
    placeReturningPage(from: request, in: window)
    let locale = window.client.currentLocale
    // Done before it is attached, so that the greeting includes its changes. It may end the window.
    var isLost = false
    turn(in: window, as: opening) {
      renderNow(window)
      presence(of: window, returns: request)
      apply(request.environment, to: window)
      if window.client.currentPresents != request.presents {
        window.client.presents = request.presents
        window.graph.retryItems()
      }
      if opening != nil {
        isLost = !land(window, as: request) || isOfAnotherScene(window, than: request)
      }
    }
    if landing, request.address?.withoutQuery != window.baseURL.withoutQuery {
      recording(CrashJournalEntry(.render, of: window.id.rawValue)) {
        turn(in: window) { isLost = !land(window, as: request) }
      }
    }
    guard windows[window.id] === window else { return arrival.refuse(.windowDismissed) }
    if window.client.currentLocale != locale { translateShared(of: window) }
    window.sleepTimer?.cancel()
    arrival.then(.attached(attached(to: window, notFound: isLost, arrival)))
    notifyModelsOfAttachment(of: window)
  }

  /// Whether a page gets a window of another scene than the one that it names beside its address. The name may also be the
  /// address's own first part, which is a tenant's where tenants are in paths: then the landing tells.
  private func isOfAnotherScene(_ window: Window, than request: AttachRequest) -> Bool {
    guard let name = request.scene, request.address?.path.first?.hasSameScalars(as: name) != true else { return false }
    return scenes[name] !== window.scene
  }

  /// Navigates a window to the address that a page asks for, if it names one.
  ///
  /// - Returns: Whether nothing was asked for, or something has taken the address.
  private func land(_ window: Window, as request: AttachRequest) -> Bool {
    guard let url = request.address else { return true }
    let isNamed = request.scene.flatMap { scenes[$0] } === window.scene
    let landed = isNamed ? window.land(atFirst: url) : window.land(atWhole: url)
    if case .notExecutable(.unknownURL) = landed { return false }
    return true
  }

  private func attached(to window: Window, notFound: Bool, _ arrival: Arrival) -> Attachment {
    let request = arrival.request
    // Triggers pending until here are sent below, so the store must not release them in between.
    writeGathered()
    let page = Attachment(window: window, request, isObserver: false, client: arrival.client)
    window.page = page
    window.isShown()
    memory.weigh(window, shownFrom: request.network)
    window.lastUsedAt = scheduler.wallTime
    page.isHidden = request.environment.visible == false
    greet(page, request, notFound: notFound)
    sayWhatIsSaved(to: page)
    sendPendingTriggers(to: page)
    if !window.observers.isEmpty { sendObserverCount(of: window) }
    if window.isConsole { monitor.watch() }
    readmit(window.user)
    let home = window.user.home
    if !window.isConsole, home.acts.visited(by: window.user.key) { acts.doPendingSoon(of: home) }
    return page
  }

  /// A page keeps its events until it is told that they are saved, and that message may have been lost with the
  /// connection or a restart.
  private func sayWhatIsSaved(to page: Attachment) {
    let applied = page.window.applied[page.instance]
    guard applied > 0 else { return }
    afterWrites(of: .window(page.window.id)) {
      if page.isOpen { page.client.deliver(.saved(applied)) }
    }
  }

  private func observing(_ window: Window, _ arrival: Arrival) -> Attachment {
    turn(in: window) { renderNow(window) }
    let observer = Attachment(window: window, arrival.request, isObserver: true, client: arrival.client)
    observer.rights = operators.rights(of: arrival.request.user)
    window.observers.append(observer)
    windows.observersChanged(of: window)
    greet(observer, arrival.request)
    sendObserverCount(of: window)
    noteLook(.begun, of: observer)
    commit()
    return observer
  }

  /// Sends the page its position, and at most one message about the document.
  private func greet(_ attachment: Attachment, _ request: AttachRequest, notFound: Bool = false) {
    let window = attachment.window
    let known = request.epoch == window.epoch ? request.rev : nil
    let patch = known.flatMap { window.live.catchUp(since: $0) }
    let applied = window.applied[attachment.instance]
    attachment.deliver(
      .attached(
        ServerMessage.Attached(
          window: window.id.rawValue, user: window.user.account.id, scene: window.sceneID, epoch: window.epoch,
          rev: window.rev, applied: applied, resumed: patch != nil, notFound: notFound)))
    if let patch, let known {
      if known < window.rev {
        attachment.deliver(.patch(patch, rev: window.rev, base: known, applied: applied))
      }
    } else {
      attachment.deliver(.state(window.graph, rev: window.rev, applied: applied))
    }
    attachment.sentRev = window.rev
    for document in window.sharedSlots { sendState(of: document, to: attachment) }
    updateAllSlices(for: attachment)
  }

  // MARK: While it is attached

  /// Handles the end of a page's connection. Messages of a replaced page are ignored.
  package func detach(_ attachment: Attachment) {
    attachment.end(nil)
    let window = attachment.window
    if attachment.isObserver {
      window.observers.removeAll { $0 === attachment }
      windows.observersChanged(of: window)
      sendObserverCount(of: window)
      commit()
    }
    guard window.page === attachment else { return }
    window.page = nil
    guard windows[window.id] === window else { return }
    startWaiting(window)
    scheduleAbsence(of: window)
  }

  /// Tells the page whether an operator is viewing its window, unless the app has turned that off.
  private func sendObserverCount(of window: Window) {
    guard showsObservers, let page = window.page, page.isOpen else { return }
    page.client.deliver(.observed(window.observers.count { $0.isOpen }))
  }

  /// Handles the user's closing of the window. The page is told when that is durable.
  package func leave(_ attachment: Attachment) {
    guard attachment.isOpen else { return }
    guard !attachment.isObserver else { return close(attachment, .left) }
    let window = attachment.window
    attachment.end(nil)
    finish(window, pages: .windowDismissed)
    onceKept { attachment.deliver(.closing(.left)) }
  }

  package func environmentChanged(_ report: EnvironmentReport, of attachment: Attachment) {
    guard attachment.isOpen, !attachment.isObserver else { return }
    let window = attachment.window
    let locale = window.client.currentLocale
    turn(in: window) { apply(report, to: window) }
    if window.client.currentLocale != locale { translateShared(of: window) }
    guard let visible = report.visible else { return }
    attachment.hide(!visible, at: scheduler.now)
    if visible {
      attachment.hiddenTimer?.cancel()
      catchUp(attachment)
    }
  }
}

extension WindowHub {
  fileprivate func apply(_ report: EnvironmentReport, to window: Window) {
    let locale = window.client.currentLocale
    window.client.report(report)
    if window.client.currentLocale != locale { window.graph.languageChanged() }
  }
}

extension ClientEnvironment {
  /// Applies a page's report. Only changed values cause rendering. Names and sizes are limited to sensible values,
  /// because a page can send anything.
  func report(_ report: EnvironmentReport) {
    // Observation itself ignores equal values.
    if let new = report.locale, Self.isName(new) { locale = new }
    if let new = report.timeZone, Self.isName(new) { timeZone = new }
    if let new = report.colorScheme.flatMap({ ColorScheme(rawValue: $0.rawValue) }) { colorScheme = new }
    if let new = report.reducedMotion { reducedMotion = new }
    if let new = report.visible { isVisible = new }
    size = WindowSize(
      width: report.width.map(Self.length) ?? currentSize.width,
      height: report.height.map(Self.length) ?? currentSize.height)
  }

  private static func isName(_ text: String) -> Bool { (1...64).contains(text.utf8.count) }
  private static func length(_ pixels: Double) -> Double { min(max(pixels, 0), 100_000) }
}
