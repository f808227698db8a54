/// The followers of properties: drivers of presentations and pushed models, watches that navigate, and observations.
struct Followers {
  typealias Watch = (watch: PropertyWatch, node: _ModelNode)

  /// The drivers of optional properties that have to check again.
  private var items: [ItemDriver] = []
  /// The drivers for which something is shown.
  private(set) var showing: [ItemDriver] = []
  /// The drivers whose content can't be shown yet.
  private var waiting: [ItemDriver] = []
  /// Watched properties that have changed.
  private var watches: [Watch] = []
  private var observations: [ObservationToken] = []
  /// The observations that have to run.
  private var invalidated: [ObservationToken] = []

  /// Whether nothing that is followed has changed.
  var isIdle: Bool { items.isEmpty && watches.isEmpty && invalidated.isEmpty }

  // MARK: Items

  /// Returns whether the driver was not queued already.
  @discardableResult
  mutating func enqueue(_ driver: ItemDriver) -> Bool {
    guard !driver.isQueued else { return false }
    driver.isQueued = true
    items.append(driver)
    return true
  }

  mutating func drainItems() -> [ItemDriver] {
    for driver in items { driver.isQueued = false }
    return drain(&items)
  }

  mutating func shows(_ driver: ItemDriver) { showing.append(driver) }
  mutating func hides(_ driver: ItemDriver) { showing.removeAll { $0 === driver } }
  mutating func keepShowing(where isKept: (ItemDriver) -> Bool) { showing.removeAll { !isKept($0) } }

  mutating func waits(_ driver: ItemDriver) { waiting.append(driver) }

  /// Checks the waiting drivers again. Returns whether there are any.
  mutating func retry() -> Bool {
    guard !waiting.isEmpty else { return false }
    for driver in drain(&waiting) { enqueue(driver) }
    return true
  }

  // MARK: Watches

  mutating func changed(_ watch: PropertyWatch, of node: _ModelNode) { watches.append((watch, node)) }
  mutating func drainWatches() -> [Watch] { drain(&watches) }

  // MARK: Observations

  mutating func add(_ observation: ObservationToken) { observations.append(observation) }
  mutating func remove(_ observation: ObservationToken) { observations.removeAll { $0 === observation } }
  mutating func invalidated(_ observation: ObservationToken) { invalidated.append(observation) }
  mutating func drainInvalidated() -> [ObservationToken] { drain(&invalidated) }

  /// Removes the observations of these models, which are then to be cancelled.
  mutating func removeObservations(of models: Set<String>) -> [ObservationToken] {
    guard !observations.isEmpty else { return [] }
    let isEnding = { (token: ObservationToken) in token.model.map { models.contains($0._node.id) } == true }
    defer { observations.removeAll(where: isEnding) }
    return observations.filter(isEnding)
  }

  /// Forgets everything. Returns the observations, which are to be cancelled.
  mutating func end() -> [ObservationToken] {
    defer { self = Followers() }
    return observations
  }
}
