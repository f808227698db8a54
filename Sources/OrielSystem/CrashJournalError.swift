/// The reason why the crash journal can't be kept.
package enum CrashJournalError: Error, Equatable, CustomStringConvertible {
  case noFile(String, reason: String)

  package var description: String {
    switch self {
    case .noFile(let path, let reason): "\(path) can't be written: \(reason)."
    }
  }
}
