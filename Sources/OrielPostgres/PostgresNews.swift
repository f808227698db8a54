import Oriel
import OrielHub
import OrielSQL

/// A change of a turn that concerns what every node has in memory, as it stands in the table `news`.
private enum NewsKind: String {
  case post, publication, ban, unban, signOut, deletion, crash, forgottenCrash, gift

  init(_ kind: AccessChange.Kind) {
    self =
      switch kind {
      case .ban: .ban
      case .unban: .unban
      case .signOut: .signOut
      }
  }

  var access: AccessChange.Kind? { AccessChange.Kind(rawValue: rawValue) }
}

/// The news of a transaction.
struct TurnNews {
  private var rows: [(kind: NewsKind, key: String, type: String?, number: Int64?)] = []

  var isEmpty: Bool { rows.isEmpty }

  init() {}

  init(of turns: some Sequence<StoredTurn>) {
    for turn in turns {
      for post in turn.posts where post.message != nil { rows.append((.post, post.tenant.id, nil, nil)) }
      for publication in turn.publications.values {
        rows.append((.publication, publication.key.tenant.id, publication.key.type, publication.number))
      }
      for change in turn.access { rows.append((NewsKind(change.kind), change.user, nil, change.time)) }
    }
  }

  mutating func add(crash number: Int64, of subject: String) { rows.append((.crash, subject, nil, number)) }

  mutating func add(gift tenant: Tenant, to node: Life) { rows.append((.gift, tenant.id, nil, node.number)) }

  static func forgottenCrashes(of subject: String) -> TurnNews {
    var news = TurnNews()
    news.rows.append((.forgottenCrash, subject, nil, nil))
    return news
  }

  static func deletion(of tenant: Tenant) -> TurnNews {
    var news = TurnNews()
    news.rows.append((.deletion, tenant.id, nil, nil))
    return news
  }

  /// Its publications are published under the new name.
  static func renaming(of tenant: Tenant, to name: Tenant, _ connection: PostgresConnection) throws -> TurnNews {
    var news = deletion(of: tenant)
    for publication in try connection.publications(of: name) {
      news.rows.append((.publication, name.id, publication.key.type, publication.number))
    }
    return news
  }

  func save(_ connection: PostgresConnection, _ life: Life, turn: Int64) throws {
    for (place, row) in rows.enumerated() {
      try connection.send(
        "INSERT INTO news (life, turn, place, kind, key, type, number) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          life.number, turn, place, row.kind.rawValue, Bytes(row.key), row.type.map { Bytes($0) }, row.number,
        ])
    }
  }
}

/// Reads the news of other nodes, each once.
struct NewsReader {
  private let own: Life
  /// The last turn of each life that was read.
  private var read: [Int64: Int64] = [:]

  init(of own: Life) { self.own = own }

  /// Passes over what there is: it is in what is read from the store after this.
  mutating func begin(_ connection: PostgresConnection) throws {
    let last = try connection.query("SELECT life, max(turn) FROM news GROUP BY life", []) {
      ($0.number(0) ?? 0, $0.number(1) ?? 0)
    }
    read = Dictionary(last) { $1 }
  }

  /// Reads what is new. A publication is read as it is now.
  mutating func readNews(_ connection: PostgresConnection) throws -> NodeNews {
    var (news, read) = (NodeNews(), read)
    let lives = try connection.query(
      """
      SELECT life, (SELECT max(turn) FROM news WHERE news.life = nodes.life) FROM nodes
      WHERE life <> ? AND (alive OR since > now() - interval '2 minutes')
      """, [own.number]
    ) { (life: $0.number(0) ?? 0, last: $0.number(1) ?? -1) }
    for (life, last) in lives where last > read[life] ?? -1 {
      try connection.forEachRow(
        """
        SELECT news.turn, kind, key, news.type, news.number, publications.number, value, record FROM news
        LEFT JOIN publications ON kind = 'publication' AND home = key AND publications.type = news.type
        LEFT JOIN crashes ON kind = 'crash' AND crashes.number = news.number
          AND build = (SELECT build FROM nodes WHERE nodes.life = ?3)
        WHERE news.life = ?1 AND news.turn > ?2 AND news.turn <= ?4 ORDER BY news.turn, place
        """, [life, read[life] ?? -1, own.number, last]
      ) { row in
        read[life] = row.number(0)
        news.add(row, of: own)
      }
    }
    self.read = read.filter { life, _ in lives.contains { $0.life == life } }
    return news
  }
}

extension NodeNews {
  fileprivate mutating func add(_ row: any SQLRow, of own: Life) {
    let (key, number) = (row.bytes(2).text, row.number(4) ?? 0)
    switch NewsKind(rawValue: row.bytes(1).text) {
    case .post: posts[Tenant(stored: key), default: 0] += 1
    case .crash: crashes += [row.bytesIfAny(7).flatMap { CrashJournalEntry(stored: $0) }].compactMap(\.self)
    case .forgottenCrash: forgottenCrashes.append(key)
    case .gift: if number == own.number { givenTenants.append(Tenant(stored: key)) }
    case .deletion: deletedTenants.append(Tenant(stored: key))
    case .publication:
      // Withdrawn if it is not there.
      publications.append(
        StoredPublication(
          StoredPublication.Key(tenant: Tenant(stored: key), type: row.bytes(3).text),
          number: max(number, row.number(5) ?? 0), value: row.bytesIfAny(6)?.bytes))
    case let kind?:
      if let kind = kind.access { access.append(AccessChange(user: key, kind: kind, time: number)) }
    case nil: break
    }
  }
}
