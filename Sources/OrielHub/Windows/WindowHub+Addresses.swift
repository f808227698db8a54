import Oriel
import OrielDocument

extension WindowHub {
  /// The address of the root of a window.
  func baseURL(of scene: WindowScene, _ value: JSONValue?, in tenant: Tenant) -> WindowURL {
    let url = scene.id == scenes.defaultScene.id ? WindowURL() : SceneAddress.url(scene: scene.id, value: value)
    if scene.tenancy.isPath { return WindowURL(path: [tenant.id]).appending(url) }
    guard let item = scene.tenancy.queryItem, tenant != .app else { return url }
    return url.appending(WindowURL(query: [WindowURL.QueryItem(name: item, value: tenant.id)]))
  }

  /// The address of a scene, without a value; `nil` if there is none of this id.
  package func address(of scene: String, in tenant: Tenant) -> String? {
    scenes[scene].map { baseURL(of: $0, nil, in: tenant).description }
  }

  /// Whether an address, as it stands in an address bar, may lead somewhere: either a scene has its name, or the
  /// default scene accepts such addresses. Handlers that models add in `start()` are unknown before a model exists.
  ///
  /// Anyone can ask, without a cookie, and the app's code reads the address. If that has crashed the process three
  /// times, it no longer runs, and every address may lead somewhere.
  package func mayLead(to url: WindowURL) -> Bool {
    let subject = "addresses"
    guard !quarantine.isGivenUp(subject) else { return true }
    return recording(CrashJournalEntry(.address, of: subject)) {
      if isTaken(url) { return true }
      guard scenes.haveTenantsInPaths, url.path.first.flatMap({ Tenant($0) }) != nil else { return false }
      return isTaken(WindowURL(path: Array(url.path.dropFirst()), query: url.query))
    }
  }

  private func isTaken(_ url: WindowURL) -> Bool {
    guard let name = url.path.first else { return true }
    if let scene = scenes[name] {
      let value = scene.takesValue ? scene.address.value(in: url) : nil
      if scene.accepts(value) { return true }
    }
    return scenes.defaultScene.routes.mayTake(url)
  }
}
