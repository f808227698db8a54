import Glibc

/// Why there is no result.
enum BenchmarkError: Error, CustomStringConvertible {
  /// A system call failed.
  case system(String, errno: Int32)
  /// A server hung up on a page.
  case closed(String)
  /// A server said something else than what was to be measured.
  case unexpected(String)
  /// A server said nothing for too long.
  case silence(String)
  /// A server ended, or did not say where it listens.
  case noServer(String)

  var description: String {
    switch self {
    case .system(let call, let number): "\(call) failed: \(String(cString: strerror(number)))"
    case .closed(let what): "The server hung up \(what)"
    case .unexpected(let what): "The server said something else than what is measured: \(what)"
    case .silence(let what): "The server was silent for too long \(what)"
    case .noServer(let name): "\(name) did not start"
    }
  }
}

/// The result of a system call, or what went wrong.
func check(_ result: Int32, _ call: @autoclosure () -> String) throws(BenchmarkError) -> Int32 {
  guard result >= 0 else { throw .system(call(), errno: errno) }
  return result
}
