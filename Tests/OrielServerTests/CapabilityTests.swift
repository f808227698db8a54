import Oriel
import OrielHub
import OrielWire
import Testing

@testable import OrielGateway

/// What a server keeps of the facts that a page tells about itself.
struct CapabilityTests {
  @Test func `a page names at most 100 presentations, in 64 bytes each`() {
    let names = (1...150).map { "custom:\($0)" }
    var attach = Attach(instance: "page")
    attach.capabilities.present = [String(repeating: "x", count: 65)] + names
    let visitor = Visitor(credentials: Credentials(user: User(id: "user")))
    let request = AttachRequest(attach, visitor: visitor, from: "192.0.2.1", files: nil)
    #expect(request.presents == Set(names.prefix(100)))
  }
}
