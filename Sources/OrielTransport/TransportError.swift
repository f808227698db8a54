/// Why a server could not begin. Each says what to do about it.
package enum TransportError: Error, Equatable, CustomStringConvertible {
  case noLoop(String)
  case addressInUse(host: String, port: UInt16)
  case permissionDenied(host: String, port: UInt16)
  case addressNotAvailable(host: String, port: UInt16)
  case unknownHost(String, reason: String)
  case notListening(host: String, port: UInt16, reason: String)
  case noContext
  case alreadyStarted
  case noTurnFile(String, String)

  package var description: String {
    switch self {
    case .noLoop(let reason):
      "No event loop can be made (\(reason)). Raise the limit of open files, `ulimit -n`."
    case .addressInUse(let host, let port):
      "Another process listens on \(host):\(port) already. Stop it or choose another port; 0 picks a free one."
    case .permissionDenied(let host, let port):
      "Listening on \(host):\(port) is not permitted. Ports below 1024 need a privilege: choose a higher one, or put a "
        + "proxy in front."
    case .addressNotAvailable(let host, let port):
      "\(host) is no address of this machine, so nothing can listen on port \(port) there. Use 127.0.0.1, or 0.0.0.0 "
        + "for all of its addresses."
    case .unknownHost(let host, let reason):
      "The host name \(host) means nothing here (\(reason)). Use an IP address."
    case .notListening(let host, let port, let reason):
      "Listening on \(host):\(port) failed: \(reason)."
    case .noContext:
      "libwebsockets could not begin. Its libuv plugin (libwebsockets-evlib-uv) must be installed beside it; the log has "
        + "its own words."
    case .noTurnFile(let path, let reason):
      "\(path) can't be written: \(reason)."
    case .alreadyStarted:
      "This server was started before. Make a new one."
    }
  }
}
