import Dispatch
import Foundation
import Glibc

/// A system outside, which may kill this process as soon as it is told of a sale: at the port in the environment variable
/// `ORDERS_EXCHANGE`, if that is set.
final class Exchange: Sendable {
  private let port = ProcessInfo.processInfo.environment["ORDERS_EXCHANGE"].flatMap { UInt16($0) }
  private let queue = DispatchQueue(label: "exchange", attributes: .concurrent)

  var isThere: Bool { port != nil }

  /// Sends a line, and returns when it is answered.
  func tell(_ line: String) async {
    guard let port else { return }
    await withCheckedContinuation { done in
      queue.async {
        Self.send(line, to: port)
        done.resume()
      }
    }
  }

  private static func send(_ line: String, to port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return }
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: UInt8 = 0
    _ = read(descriptor, &answer, 1)
  }
}
