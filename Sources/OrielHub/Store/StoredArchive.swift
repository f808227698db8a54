import Oriel
import OrielDocument

/// The archived rows of one property in the store.
///
/// A new version of the app may save them under another name, or with other keys or elements. Rows get the new name at once, in the
/// turn in which their object gets its own. Then, if it is needed, all are written again in batches, and reads wait for that; the object
/// remembers the former forms until it has ended.
final class StoredArchive: ArchiveReader, @unchecked Sendable {
  private let isolation: any HubIsolation
  // The following is the hub's.
  private weak var objects: SavedObjects?
  private let rows: any SavedArchive
  private weak var node: _ModelNode?
  let place: ArchivePlace
  private let form: Form
  /// The places under which rows were saved before.
  private let formerPlaces: [ArchivePlace]
  /// Whether the object in the store has the form.
  private(set) var isNoted: Bool
  private var renewal: ModelTask?
  /// The rows that have changed since the owner was loaded, which need no renewal; `nil` if nothing does.
  private var changed: Set<[UInt8]>?
  private var waiting: [(question: ArchiveQuestion, answer: (Result<ArchiveAnswer, any Error>) -> Void)] = []

  /// How rows are saved: their place in the store and their keys.
  struct Form: Hashable {
    var type: String
    var name: String
    /// The version of the elements, and the names of the keys.
    var rest: String

    var saved: String { "\(type) \(name) \(rest)" }

    init(type: String, name: String, rest: String) { (self.type, self.name, self.rest) = (type, name, rest) }

    init?(saved: String) {
      let parts = saved.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { return nil }
      self.init(type: parts[0], name: parts[1], rest: parts[2])
    }
  }

  static func all(in state: RestoredState, of owner: SavedOwner, on hub: WindowHub) -> [StoredArchive] {
    state.rows.compactMap { name, rows in
      rows.archive.map { StoredArchive($0, named: name, of: state.object, owner, on: hub) }
    }
  }

  private init(
    _ rows: any SavedArchive, named name: String, of object: any SavedState, _ owner: SavedOwner, on hub: WindowHub
  ) {
    isolation = hub.isolation
    self.rows = rows
    node = object._node
    let (type, migrations) = (TypeName.of(Swift.type(of: object)).mangled, Swift.type(of: object).migrations)
    let place = ArchivePlace(owner, type: type, name: name)
    let rest = ([String(migrations.versionOfElements(of: name))] + rows.keyNames).joined(separator: ",")
    let current = Form(type: type, name: name, rest: rest)
    (self.place, form) = (place, current)
    let known = rows.savedForms
    var forms = known.compactMap(Form.init(saved:))
    formerPlaces = forms.map { ArchivePlace(owner, type: $0.type, name: $0.name) }.filter { $0 != place }
    for index in forms.indices { (forms[index].type, forms[index].name) = (type, name) }
    let former = forms.map(\.saved).filter { $0 != current.saved }
    rows.savedForms = former + [current.saved]
    isNoted = known == rows.savedForms
    if !former.isEmpty { changed = [] }
  }

  /// The object is being saved.
  func note() { isNoted = true }

  /// The owner is loaded.
  func begin(of objects: SavedObjects) {
    self.objects = objects
    guard let object = node else { return }
    rows.read(by: self, migrations: objects.migrations(of: object))
    for former in formerPlaces { objects.hub.writer.record(\.movedArchives, ArchiveMove(from: former, to: place)) }
    if changed != nil || !formerPlaces.isEmpty { objects.propertyChanged(of: object) }
    if changed != nil { renew() }
  }

  func changed(_ id: [UInt8]) { changed?.insert(id) }

  // MARK: Reading

  func answer(_ question: ArchiveQuestion) async throws -> ArchiveAnswer {
    // One that the hub's end drops is not resumed.
    try await withUnsafeThrowingContinuation { waiting in
      // Not at once: the running turn ends before.
      isolation.run { [self] in ask(question) { waiting.resume(with: $0) } }
    }
  }

  func report(_ message: String) {
    isolation.run { [self] in
      objects?.hub.log(
        .error, onceAMinute: "archive \(place.name)", "Rows of '\(place.name)' can't be read: \(message)")
    }
  }

  private func ask(_ question: ArchiveQuestion, then answer: @escaping (Result<ArchiveAnswer, any Error>) -> Void) {
    guard let objects, objects.isInUse else { return answer(.failure(ArchiveError.unavailable)) }
    guard changed != nil else { return read(question, of: objects, then: answer) }
    waiting.append((question, answer))
    renew()
  }

  private func read(
    _ question: ArchiveQuestion, of objects: SavedObjects,
    then answer: @escaping (Result<ArchiveAnswer, any Error>) -> Void
  ) {
    let place = place
    objects.hub.read(.owner(objects.owner), { try $0.archived(question, in: place) }) { [self] result in
      if case .success(let found) = result, found.damaged > 0 {
        report("\(found.damaged) of \(found.rows.count + found.damaged) are damaged; oriel store check lists them")
      }
      answer(result)
    }
  }

  // MARK: Renewing

  private func renew() {
    guard renewal == nil, let objects else { return }
    let archive = self
    renewal = objects.startTask { await archive.renewAll() }
  }

  private func renewAll() async {
    var counts = (renewed: 0, failed: 0)
    do {
      var last: Int64 = .min
      while case let batch = try await batch(after: last), let end = batch.last {
        last = end
        let renewed = await Self.renewed(batch.rows, by: rows)
        write(renewed)
        counts.renewed += renewed.count
        counts.failed += batch.damaged + batch.rows.count - renewed.count
      }
      renewed(counts)
    } catch {
      renewal = nil
      report("\(error)")
      answerAll { _, answer in answer(.failure(error)) }
    }
  }

  private func batch(after last: Int64) async throws -> ArchiveAnswer {
    var question = ArchiveQuestion(range: 0..<ArchiveLimits.renewedRows)
    question.after = last
    guard let objects, objects.isInUse else { throw ArchiveError.unavailable }
    let asked = question
    return try await withUnsafeThrowingContinuation { waiting in
      read(asked, of: objects) { waiting.resume(with: $0) }
    }
  }

  @concurrent private static func renewed(
    _ batch: [ArchivedRow], by rows: any SavedArchive
  ) async -> [(former: ArchivedRow, row: SavedRow)] {
    batch.compactMap { former in (try? rows.renewed(former)).map { (former, $0) } }
  }

  /// Writes those that have changed. Their places stay, unless their ids are others.
  private func write(_ renewed: [(former: ArchivedRow, row: SavedRow)]) {
    guard let objects, objects.isInUse, let version = node.map(objects.migrations(of:))?.count else { return }
    let wanted = renewed.filter { former, row in
      changed?.contains(former.id) == false && changed?.contains(row.id) == false
        && (former.id != row.id || former.version != version || former.value != row.value || former.keys != row.keys)
    }
    for (former, row) in wanted where former.id != row.id {
      objects.hub.writer.record(\.rows, StoredElement(place.key(former.id), value: nil, keys: []))
    }
    for (_, row) in wanted {
      objects.hub.writer.record(
        \.rows, StoredElement(place.key(row.id), version: version, value: row.value, keys: row.keys))
    }
    if !wanted.isEmpty { objects.hub.commit() }
  }

  private func renewed(_ counts: (renewed: Int, failed: Int)) {
    renewal = nil
    changed = nil
    if counts.failed > 0 {
      report(
        "\(counts.failed) of \(counts.renewed + counts.failed) can't be decoded by this version of the app, and stay as they were"
      )
    }
    objects?.hub.log(
      .notice, onceAMinute: "renewed \(place.name)",
      "\(counts.renewed) archived rows of '\(place.name)' are as this version of the app saves them")
    rows.savedForms = [form.saved]
    if let node { objects?.propertyChanged(of: node) }
    rows.wasRenewed()
    answerAll { [self] question, answer in ask(question, then: answer) }
    objects?.hub.commit()
  }

  private func answerAll(
    _ answer: (ArchiveQuestion, @escaping (Result<ArchiveAnswer, any Error>) -> Void) -> Void
  ) {
    let all = waiting
    waiting = []
    for (question, then) in all { answer(question, then) }
  }
}
