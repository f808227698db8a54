import Oriel
import OrielDocument

/// Decodes what a store has, as a server would, and collects what it can't. Nothing of the app runs but its types' decoding.
package struct DecodingCheck {
  private let types: SavedTypes
  /// The restoration keys of the app's scenes: a window of another key starts over.
  private let keys: [String: String]
  private var found: [Finding] = []
  /// The findings by their words.
  private var places: [String: Int] = [:]
  /// The decoders of archived rows, by the names of the type and the property in the store.
  private var archives: [[String]: Archive] = [:]

  private struct Archive {
    var rows: any SavedArchive
    /// The names of the property and of its elements' type.
    var property: String
    var element: String
  }

  private struct Finding {
    var value: UndecodableValue
    let first: String
    var count = 1
  }

  package init(types: SavedTypes, keys: [String: String]) {
    (self.types, self.keys) = (types, keys)
  }

  /// One line for each property that can't be decoded.
  package var complaints: [String] {
    found.map { finding in
      let others = finding.count == 1 ? "" : " and \(finding.count - 1) more"
      return "\(finding.value) (\(finding.first)\(others))"
    }
  }

  /// Decodes what a member has saved.
  package mutating func check(_ stored: StoredObjects, of owner: SavedOwner) {
    var restoration = StateRestoration(stored, types: types)
    restoration.check { object, type in note(object, type) }
    record(restoration.undecodable, of: owner.words)
  }

  /// Remembers the archives of an object, to decode the rows that come later.
  private mutating func note(_ object: any SavedState, _ type: String) {
    for (name, rows) in _SavedWriter.rows(of: object) {
      guard let archive = rows.archive, archives[[type, name]] == nil else { continue }
      rows.attach(to: object._node, as: name)
      archive.read(by: NoReader(), migrations: Swift.type(of: object).migrations)
      let owner = TypeName.of(Swift.type(of: object)).short
      archives[[type, name]] = Archive(rows: archive, property: "'\(name)' of \(owner)", element: rows.elementType)
    }
  }

  /// Decodes an archived row, after the objects of all owners. One whose object is not stored is left out.
  package mutating func check(_ row: StoredElement) {
    guard let archive = archives[[row.key.type, row.key.name]], let value = row.value else { return }
    do {
      _ = try archive.rows.renewed(
        ArchivedRow(
          id: row.key.id, position: row.position, version: row.version, value: value, keys: row.keys ?? []))
    } catch {
      let owner = SavedOwner(row.key.tenant, user: row.key.user.isEmpty ? nil : ScalarKey(row.key.user))
      record(
        [UndecodableValue(archive.property, DecodingFailure(error, in: archive.element))],
        of: "the row \(String(decoding: row.key.id, as: UTF8.self)) of \(owner.words)")
    }
  }

  /// Decodes what a tenant has saved, its shared models, and the messages that wait for it.
  package mutating func check(_ stored: StoredTenant, _ posts: [StoredPost]) {
    var saved = stored.saved
    let owner = SavedOwner(stored.mark.tenant)
    for record in SharedRecord.extract(from: &saved.rows) {
      check(record.models, root: record.root, of: "the shared model \(record.key.kind) of \(owner.words)")
    }
    check(saved, of: owner)
    let messages = stored.timers.map(TenantMessage.timer) + posts.map(TenantMessage.post)
    record(messages.undecodable(types: types), of: owner.words)
  }

  /// Decodes the models of a window.
  package mutating func check(_ stored: StoredWindow, id: WindowID) {
    let position = try? WindowPosition(saved: JSONBytes.decode(stored.position))
    guard let position, position.restorationKey == keys[stored.origin.scene] else { return }
    check(stored.models, root: stored.origin.root, of: "the window \(id)")
  }

  private mutating func check(_ models: [String: [UInt8]], root: String, of owner: String) {
    let restoration = GraphRestoration(saved: models, types: types) { throw SavedError.unknownModel(root) }
    for (type, property, error) in restoration.check(root: root) {
      record([UndecodableValue("the model \(type)", DecodingFailure(error, in: type, property: property))], of: owner)
    }
  }

  private mutating func record(_ values: [UndecodableValue], of owner: String) {
    for value in values {
      let words = "\(value.what) \(value.failure.reason)"
      guard let place = places[words] else {
        places[words] = found.count
        found.append(Finding(value: value, first: owner))
        continue
      }
      found[place].count += 1
      found[place].value.rows?.failed += value.rows?.failed ?? 0
      found[place].value.rows?.all += value.rows?.all ?? 0
    }
  }
}

/// For archives whose rows are only decoded.
private final class NoReader: ArchiveReader {
  func answer(_ question: ArchiveQuestion) async throws -> ArchiveAnswer { throw ArchiveError.unavailable }

  func report(_ message: String) {}
}
