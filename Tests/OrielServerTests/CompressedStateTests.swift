import OrielGateway
import Testing

struct CompressedStateTests {
  /// The messages that a page gets when it attaches, without those that are not compressed.
  private func packed(_ sizes: ClosedRange<Int>, asking: String = #""compression": ["gzip"]"#) throws -> [String] {
    var limits = GatewayLimits()
    limits.compressedBytes = sizes
    let house = try House(limits: limits)
    let page = try house.arrive("ann", from: "192.0.2.1")
    try page.say(page.attach("ann").replacing("\"capabilities\": {}", with: "\"capabilities\": {\(asking)}"))
    #expect(page.frames.contains { $0.contains("\"state\"") })
    return withExtendedLifetime(house) { page.frames.filter { $0.hasPrefix("packed ") } }
  }

  @Test func `a state of a size between the limits is compressed for a page that reads that, and nothing else is`()
    throws
  {
    let state = try #require(try packed(1...1 << 20).first)
    #expect(state.contains("\"state\""))
    // With the head of its frame.
    let size = state.utf8.count - "packed ".utf8.count + 4
    #expect(try packed(size...size).count == 1)
    #expect(try packed(1...size - 1) == [])
    #expect(try packed(size + 1...1 << 20) == [])
    #expect(try packed(1...1 << 20, asking: "") == [])
    #expect(try packed(1...1 << 20, asking: #""compression": ["zstd"]"#) == [])
  }
}
