import ArgumentParser
import Glibc

/// The floor: what accepting, receiving and sending cost by themselves.
struct FloorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floor", abstract: "A raw epoll server, to compare with.", shouldDisplay: false)

  @Option(help: "The bytes of the frame that answers a message.") var reply: Int
  @Option(help: "The bytes of the frame that goes to everyone after a message that begins with a b.") var broadcast: Int

  func run() async throws {
    let server = try FloorServer(reply: reply, broadcast: broadcast)
    print("listening on 127.0.0.1:\(server.port)")
    fflush(nil)
    try server.run()
  }
}

/// One loop around epoll: `accept`, `recv` and `send`, and nothing else.
final class FloorServer {
  let port: UInt16
  private let listener: Int32
  private let epoll: Epoll
  private let reply: [UInt8]
  private let broadcast: [UInt8]
  private var connections: [Int32] = []
  /// Where in `connections` a descriptor is.
  private var places: [Int] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init(reply: Int, broadcast: Int) throws(BenchmarkError) {
    (listener, port) = try Loopback.listen()
    epoll = try Epoll()
    self.reply = ServerFrame.patch(count: reply)
    self.broadcast = ServerFrame.patch(count: broadcast)
    try epoll.add(listener, tag: Int(listener))
  }

  deinit { buffer.deallocate() }

  /// Does not return.
  func run() throws(BenchmarkError) -> Never {
    while true {
      for index in 0..<(try epoll.wait()) {
        let socket = Int32(epoll.tag(at: index))
        if socket == listener { try accept() } else { receive(from: socket) }
      }
    }
  }

  private func accept() throws(BenchmarkError) {
    let socket = try check(Glibc.accept(listener, nil, nil), "accept")
    Loopback.sendAtOnce(socket)
    try epoll.add(socket, tag: Int(socket))
    while places.count <= Int(socket) { places.append(0) }
    places[Int(socket)] = connections.count
    connections.append(socket)
  }

  private func receive(from socket: Int32) {
    let count = recv(socket, buffer.baseAddress, buffer.count, 0)
    guard count > 0 else { return forget(socket) }
    if buffer[0] == UInt8(ascii: "b") {
      for connection in connections { send(broadcast, to: connection) }
    } else {
      send(reply, to: socket)
    }
  }

  private func send(_ frame: [UInt8], to socket: Int32) {
    _ = Glibc.send(socket, frame, frame.count, 0)
  }

  private func forget(_ socket: Int32) {
    let place = places[Int(socket)]
    let last = connections.removeLast()
    if last != socket {
      connections[place] = last
      places[Int(last)] = place
    }
    close(socket)
  }
}
