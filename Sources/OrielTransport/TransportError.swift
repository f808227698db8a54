/// The reason why a server could not start. Each description says what to do about it.
package enum TransportError: Error, Equatable, CustomStringConvertible {
  case noLoop(String)
  case addressInUse(host: String, port: UInt16)
  case permissionDenied(host: String, port: UInt16)
  case addressNotAvailable(host: String, port: UInt16)
  case unknownHost(String, reason: String)
  case notListening(host: String, port: UInt16, reason: String)
  case noContext
  case alreadyStarted

  package var description: String {
    switch self {
    case .noLoop(let reason):
      "The event loop can't be created (\(reason)). Raise the limit on open files, `ulimit -n`."
    case .addressInUse(let host, let port):
      "Another process is already listening on \(host):\(port). Stop it or choose another port; 0 picks a free one."
    case .permissionDenied(let host, let port):
      "Listening on \(host):\(port) is not permitted. Ports below 1024 need a privilege: choose a higher port, or put a "
        + "proxy in front."
    case .addressNotAvailable(let host, let port):
      "\(host) is not an address of this machine, so nothing can listen on port \(port) there. Use 127.0.0.1, or 0.0.0.0 "
        + "for all of its addresses."
    case .unknownHost(let host, let reason):
      "The host name \(host) can't be resolved (\(reason)). Use an IP address."
    case .notListening(let host, let port, let reason):
      "Listening on \(host):\(port) failed: \(reason)."
    case .noContext:
      "libwebsockets could not start. Install its libuv plugin, libwebsockets-evlib-uv, if it is missing; the log has "
        + "the details."
    case .alreadyStarted:
      "This server was already started. Create a new one."
    }
  }
}
