import Oriel
import OrielDocument

extension WindowHub {
  /// Creates a window on the server, rendered and waiting for a page.
  ///
  /// - Parameters:
  ///   - opening: The requested opening, by default in the scene's form.
  ///   - replacesLost: Whether its page had another window, whose model ids must not be reused.
  func makeWindow(
    scene: WindowScene, value: JSONValue?, user: UserState, openedBy instance: ScalarKey? = nil,
    as opening: String? = nil, replacesLost: Bool = false
  ) throws -> Window {
    let identity = Window.Identity(
      id: WindowID(secretID("w-")), epoch: epoch(), scene: scene, value: value,
      openedBy: instance)
    let window = Window(identity, user: user, hub: self)
    window.opening = Parked.Subject.shortened(opening ?? scene.opening(of: value))
    var turn = CrashJournalEntry(.open, of: "", instance: instance?.text ?? "")
    turn.name = scene.id
    let ids = replacesLost ? ModelIDs(suffix: identity.idSuffix) : ModelIDs()
    try recording(turn) {
      try window.createModels {
        let root = try scene.make(value)
        window.report(.opened, "A window of \"\(scene.id)\" was opened", ["scene": scene.id])
        return NavigationGraph(root: root, host: window, ids: ids)
      }
    }
    window.unsaved.origin = true
    admitNew(window)
    return window
  }

  func admitNew(_ window: Window) {
    window.user.keptWindows += 1
    if window.isUnseen { window.user.unseenWindows? += 1 }
    admit(window)
    visitors.crowdOut(of: window.user)
  }

  /// Adds it to the windows in memory, and unloads others if its user has too many.
  func admit(_ window: Window) {
    windows.insert(window)
    window.user.used(window)
    updateSharedSlots(of: window)
    list(window)
    changes.add(.window(window))
    startWaiting(window)
    memory.weigh(window)
    makeRoom(for: window)
  }

  private func makeRoom(for window: Window) {
    let others = window.user.windows.filter { $0.isConsole == window.isConsole && $0 !== window }
    guard others.count >= limits.attachedWindowsPerUser else { return }
    let unattached = others.filter { !$0.isAttached }
    guard let longest = unattached.min(by: { $0.unattachedSince < $1.unattachedSince }) else { return }
    // Not within the turn that opened the new one, because a window is saved before it sleeps.
    sleepSoon(longest, after: 0)
  }

  /// Opens a window for a user and asks one of the user's pages to show it.
  ///
  /// - Parameters:
  ///   - url: The path of the page that shows it; by default the scene's own.
  ///   - opener: The window whose page is asked; by default the user's most recently used one.
  ///   - network: The network whose windows are counted; by default that of the opener's page.
  ///   - isUnseen: Whether another user opens it.
  @discardableResult
  func openWindow(
    _ request: OpenRequest, url: String? = nil, for user: User, opener: WindowID?, network: String? = nil,
    isUnseen: Bool = false
  ) -> Window? {
    let (scene, value, placement) = (request.scene, request.value, request.placement)
    guard let member = users[user], let declaration = scenes[scene] else { return nil }
    guard !isParked(declaration, value, of: user) else {
      log(
        .error, onceAMinute: "parked \(scene)",
        "A window of \"\(scene)\" is not opened: opening it crashed the process three times")
      return nil
    }
    let asked = opener ?? member.windows.last { $0.isAttached && !$0.isConsole }?.id
    if reuses(request), let shown = member.windows.last(where: { $0.sceneID == scene && $0.value == value }) {
      return show(shown, at: url, placement: placement, asking: asked)
    }
    if let asked, let asleep = asleep(request, of: member) {
      let url = baseURL(of: declaration, value, in: user.tenant).description
      askToOpen(asleep, titled: declaration.title, at: url, placement: placement, page: asked)
      return nil
    }
    if let opener, let same = windows.opened(of: member, scene: scene, value: value, notBy: opener) {
      return same
    }
    let network = network ?? opener.flatMap { windows[$0]?.page?.network }
    guard visitors.admits(network, isNewUser: false) else { return nil }
    do {
      let window = try makeWindow(
        scene: declaration, value: value, user: member, openedBy: isUnseen ? .unseen : nil)
      if let opener { windows.opened(window, by: opener) }
      if let opener, let opening = windows[opener], opening.user === member { member.used(opening) }
      return show(window, at: url, placement: placement, asking: asked)
    } catch {
      log(.error, onceAMinute: "not created \(scene)", "A window of \"\(scene)\" can't be created: \(error)")
      return nil
    }
  }

  /// Whether a member may open windows of a scene, as far as memory knows.
  func mayHave(_ scene: WindowScene, _ user: User) -> Bool {
    users[user].map { scene.opens(to: $0.account.roles) } ?? true
  }

  private func reuses(_ request: OpenRequest) -> Bool {
    request.policy == .reuse || scenes[request.scene]?.hasOneWindowPerValue == true
  }

  /// The member's window for a value, in memory or asleep, if its scene allows one for each value. A parked window does not
  /// count.
  func onlyWindow(of scene: WindowScene, _ value: JSONValue?, for user: User) -> WindowID? {
    guard scene.hasOneWindowPerValue else { return nil }
    if let window = users[user]?.windows.last(where: { $0.scene === scene && $0.value == value }) { return window.id }
    let id = homes[user.tenant]?.windows.latest(scene: scene.id, value: value, of: user.id)
    return id.flatMap { reasonForParking($0) == nil ? $0 : nil }
  }

  /// The window that its user has instead of one that was closed.
  package func onlyWindow(like origin: StoredOrigin) -> WindowID? {
    scenes[origin.scene].flatMap { onlyWindow(of: $0, origin.value, for: User(id: origin.user, tenant: origin.tenant)) }
  }

  /// The member's sleeping window that is used again, if none for the same value is in memory.
  func asleep(_ request: OpenRequest, of member: UserState) -> WindowID? {
    let (scene, value) = (request.scene, request.value)
    guard reuses(request), !member.windows.contains(where: { $0.sceneID == scene && $0.value == value }),
      let id = member.home.windows.latest(scene: scene, value: value, of: member.account.id), windows[id] == nil
    else { return nil }
    return reasonForParking(id) == nil ? id : nil
  }

  /// Brings a window to the front by its own page; if it has none, the page of `asked` opens one.
  @discardableResult
  func show(
    _ window: Window, at url: String? = nil, placement: WindowPlacement? = nil, asking asked: WindowID?
  ) -> Window {
    if window.isAttached {
      sendTrigger(kind: "focusWindow", payload: [:], to: [window.id], expires: nil)
    } else if let asked {
      askToOpen(window.id, titled: window.title, at: url ?? window.url, placement: placement, page: asked)
    }
    return window
  }

  /// Shows another window that the user of `opener` has in the tenant.
  func show(_ id: WindowID, from opener: Window) {
    if let other = windows[id] {
      guard other.user === opener.user, !other.isConsole else { return }
      show(other, asking: opener.id)
      return
    }
    let user = opener.user.account
    guard reasonForParking(id) == nil else { return }
    guard let record = opener.user.home.windows.record(id) else {
      var another: WindowID?
      let mayHave = { [self] (origin: StoredOrigin) in
        guard origin.tenant == user.tenant, origin.user.hasSameScalars(as: user.id) else { return false }
        another = onlyWindow(like: origin)
        return another == nil
      }
      return reopen(id, for: opener.page?.client, if: mayHave) {
        [weak self, weak opener] found in
        guard let self, let opener else { return }
        if let another { return show(another, from: opener) }
        guard let window = found.window, window.user === opener.user else { return }
        show(window, asking: opener.id)
      }
    }
    guard record.user.hasSameScalars(as: user.id), let scene = scenes[record.scene] else { return }
    let url = baseURL(of: scene, record.value, in: user.tenant).description
    askToOpen(id, titled: scene.title, at: url, placement: nil, page: opener.id)
  }

  /// Has the page of `asked` open a window, which need not be in memory.
  ///
  /// - Parameter title: The window's title, which the page shows if its browser blocks the window.
  func askToOpen(
    _ id: WindowID, titled title: String?, at url: String, placement: WindowPlacement?, page asked: WindowID
  ) {
    var payload: JSONObject = ["window": .string(id.rawValue), "url": .string(url)]
    payload["title"] = title.map(JSONValue.string)
    payload["placement"] = placement?.rendered
    sendTrigger(kind: "openWindow", payload: .object(payload), to: [asked], expires: nil)
  }

  /// Opens a window from outside, for a user who has windows.
  ///
  /// - Parameter url: The path of the page that shows it; by default the scene's own.
  /// - Throws: `OpenError` if the user or the scene is unknown, or the value is not one of the scene's.
  package func open(
    scene: String, value: JSONValue?, url: String? = nil, for user: String
  ) throws(OpenError) -> Window {
    // One who is in several tenants has it where the window was used last.
    guard let member = users.members(user).max(by: { $0.lastUsedAt < $1.lastUsedAt }) else { throw .unknownUser }
    guard let declaration = scenes[scene], !declaration.isConsole else { throw .unknownScene }
    guard declaration.takesValue == (value != nil) else { throw .wrongValue }
    guard !isParked(declaration, value, of: member.account) else { throw .parked }
    defer { commit() }
    guard let window = openWindow(OpenRequest(scene, value), url: url, for: member.account, opener: nil) else {
      throw .wrongValue
    }
    if let url = url.flatMap(WindowURL.init) {
      TurnContext.$current.withValue(window.turnContext) { _ = window.land(atWhole: url) }
    }
    return window
  }

  private func isParked(_ scene: WindowScene, _ value: JSONValue?, of user: User) -> Bool {
    quarantine.isParked(.opening(scene.opening(of: value), user: user.id))
  }

  // MARK: The end

  /// Deletes it from the store with this turn, and its files.
  ///
  /// - Parameters:
  ///   - home: Its tenant's home; `nil` if it is not known.
  ///   - keepsFiles: Whether its files stay.
  func delete(_ id: WindowID, of home: Home? = nil, keepsFiles: Bool = false) {
    for home in home.map({ [$0] }) ?? Array(homes.all) { home.windows.remove(id) }
    quarantine.forget(.window(id))
    let undelivered = triggers.expire(in: id)
    if home?.isStored ?? true {
      writer.record(\.deletedWindows, id)
      for outcome in undelivered { writer.record(\.outcomes, outcome) }
    }
    if !keepsFiles { deleteFilesWithTurn(of: id) }
  }

  /// Removes it from memory; the store is unchanged.
  func unload(_ window: Window) {
    windows.remove(window)
    memory.unweigh(window)
    window.sleepTimer?.cancel()
    window.detachTimer?.cancel()
    window.client.clock.isResting = true
    stopShowingAll(of: window)
    window.page = nil
    window.observers = []
    window.held?.timer?.cancel()
    window.held = nil
    let user = window.user
    user.windows.removeAll { $0 === window }
    listPerson(user)
    unloadIfUnused(user)
  }
}

/// The reason why a window could not be opened from outside.
package enum OpenError: Error, Equatable { case unknownUser, unknownScene, wrongValue, parked }
