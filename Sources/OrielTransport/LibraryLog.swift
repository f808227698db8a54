import CLibWebSockets
import Glibc
import Synchronization

/// Forwards the log of libwebsockets. The whole process has only one, so it goes to the log of the most recently
/// started server.
enum LibraryLog {
  private static let current = Mutex<TransportLog?>(nil)

  /// - Parameter isOfSeveralThreads: Whether several servers of the process have a loop each. Then errors are left out:
  ///   version 4.1.6 puts the lines of all threads together in the same place, and logs an error for each socket that it
  ///   adopts with bytes that were already read, which is the normal case here.
  static func send(to log: TransportLog, isOfSeveralThreads: Bool) {
    current.withLock { $0 = log }
    lws_set_log_level((isOfSeveralThreads ? 0 : LLL_ERR.asInt32) | LLL_WARN.asInt32) { level, line in
      guard let line, strstr(line, "adopt_socket_readbuf") == nil else { return }
      LibraryLog.forward(level, String(cString: line))
    }
  }

  private static func forward(_ level: Int32, _ line: String) {
    let log = current.withLock { $0 }
    let line = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    log?(level == LLL_ERR.asInt32 ? .error : .warning, "libwebsockets: \(line)")
  }
}

extension FixedWidthInteger {
  fileprivate var asInt32: Int32 { Int32(truncatingIfNeeded: self) }
}
