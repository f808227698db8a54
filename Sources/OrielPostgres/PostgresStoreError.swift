import OrielHub

/// The reason why a database can't be used. Each message says what to change, and none reveals a password.
package enum PostgresStoreError: WindowStoreError, Equatable, CustomStringConvertible {
  case badAddress
  case cannotConnect(String, reason: String)
  /// There is no answer, or the database is still starting.
  case unreachable(String, reason: String)
  case tooOld(version: Int)
  case notDurable(_ setting: String, _ value: String)
  case throughPooler
  case notAStore(String)
  case fromNewerVersion(String)
  case mayNotCreate(String, user: String)
  case inUse(String, by: String)
  case otherRole(own: String, of: String, String)
  case otherUploads(of: String, hasOwn: Bool)
  case otherSecret(of: String)
  case sameAddress(String, as: String)
  /// Another node has taken over.
  case fenced
  /// The connection has ended. A commit under way may be done or not.
  case lost(reason: String)
  case closed
  /// A question has no answer yet.
  case silent
  /// Which node has a tenant is not clear now.
  case tenantMoves
  /// A newer build has had tenants, and none of its nodes lives.
  case superseded
  case full
  case failed(state: String, String)

  /// - Parameter state: The SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html).
  init(state: String, _ message: String) {
    self =
      switch state {
      case "53100": .full
      // A primary that has become a standby: another one is looked for.
      case "25006": .lost(reason: message)
      default: .failed(state: state, message)
      }
  }

  /// Whether the same may succeed when it is done again.
  var isTransient: Bool {
    switch self {
    case .failed("40001", _), .failed("40P01", _): true
    default: false
    }
  }

  /// Whether others have held a lock for too long.
  var isLockTimeout: Bool { if case .failed("55P03", _) = self { true } else { false } }

  package var isEnd: Bool { self == .fenced || self == .closed }

  package var isOutage: Bool {
    switch self {
    case .unreachable, .lost: true
    default: false
    }
  }

  package var description: String {
    switch self {
    case .badAddress:
      """
      The address of the database can't be read. Write it as postgres://USER@HOST/DATABASE; in a password, write % as %25, \
      / as %2F and @ as %40.
      """
    case .cannotConnect(let address, let reason):
      "The database \(address) can't be used: \(reason). Change the address in --database, or what it says is wrong."
    case .unreachable(let address, let reason): "The database \(address) can't be reached: \(reason)."
    case .tooOld(let version):
      "The database is PostgreSQL \(version / 10_000), and 13 is the oldest that works. Use a newer one."
    case .notDurable(let setting, let value):
      "The database has \(setting) = \(value), and would lose what it has acknowledged. Set it to on."
    case .throughPooler:
      "--database names a pooler that gives each transaction another connection. Give the database's own address, not that of a pooler."
    case .notAStore(let address):
      "The schema oriel of \(address) is not an Oriel store. Give --database another database."
    case .fromNewerVersion(let address):
      "The store in \(address) was written by a newer version of Oriel. Use that version, or give --database another database."
    case .mayNotCreate(let address, let user):
      "The schema oriel of \(address) can't be made. Run CREATE SCHEMA oriel AUTHORIZATION \"\(user)\" there."
    case .inUse(let address, let name): "\(name) uses the database \(address). Stop it first."
    case .otherRole(let own, let name, let role):
      """
      This server uses the database as "\(own)", and \(name) as "\(role)". Give --database the same user on all: only then \
      they see whether the others live.
      """
    case .otherUploads(let name, let hasOwn):
      """
      The node \(name) stores uploaded files, and this one would not find them. Give \(hasOwn ? "all nodes the same" : "this one the same") \
      folder with --uploads, on a file system that all machines mount.
      """
    case .otherSecret(let name):
      """
      The node \(name) has another ORIEL_SECRET: here its users would be strangers, and lose their windows. Give all nodes the \
      same; to change it, stop them all first.
      """
    case .sameAddress(let address, let name):
      """
      The node \(name) lives at \(address), which is the --node-address of this one too. Give each node the address at which \
      the others reach it.
      """
    case .fenced: "another server has taken over the database"
    case .lost(let reason): "the connection to the database is lost: \(reason)"
    case .closed: "the store was closed before the database could be reached again"
    case .silent: "It is connected, and does not answer: it may wait for a standby."
    case .tenantMoves: "the tenant is on its way from one node to another"
    case .superseded:
      """
      A newer build of this program has had tenants, and none of its nodes lives. This node takes no further tenants until one of \
      them is started, or one of this build is restarted, or a minute has passed.
      """
    case .full: "the disk of the database is full"
    case .failed(let state, let message): "PostgreSQL error \(state): \(message)"
    }
  }
}
