import CLibWebSockets
import Glibc
import Synchronization

/// What libwebsockets says. Its log is one for the process, so it goes to the log of the server that began last.
enum LibraryLog {
  private static let current = Mutex<TransportLog?>(nil)

  static func send(to log: TransportLog) {
    current.withLock { $0 = log }
    lws_set_log_level(LLL_ERR.asInt32 | LLL_WARN.asInt32) { level, line in
      // 4.1.6 calls it an error that it adopts a socket together with what was read from it, which is all we do.
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
