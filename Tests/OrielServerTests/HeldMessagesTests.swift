import Testing

@testable import OrielGateway

struct HeldMessagesTests {
  private let limits = GatewayLimits()

  /// Which of these messages are held.
  private func held(_ messages: [[UInt8]]) -> [Bool] {
    var held = HeldMessages()
    return messages.map { held.append($0, limits) }
  }

  @Test func `as many bytes are held for a window that is loaded as one message may have`() {
    let half = [UInt8](repeating: 0, count: limits.messageBytes / 2)
    #expect(held([half, half, [0]]) == [true, true, false])
  }

  @Test func `a number of messages is held, however small they are`() {
    let full = Array(repeating: true, count: limits.heldMessages)
    #expect(held(Array(repeating: [], count: limits.heldMessages + 1)) == full + [false])
  }
}
