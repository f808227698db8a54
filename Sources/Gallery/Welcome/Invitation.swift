import Oriel

/// How a second device comes to this page: by a code that its camera reads.
struct Invitation: View {
  /// Made when the page has said its origin.
  var address: Address?
  let isHere: (String) -> Void

  /// The address of a room's first page, and its code. Making a code takes longer than anything else on the page, so that
  /// the address is kept.
  struct Address: Encodable {
    let address: String
    let code: QRCode

    /// - Parameter origin: The page's origin as its browser says, such as `https://demo.example.com`.
    /// - Returns: `nil` if no page can have it.
    init?(origin: String, room: Tenant) {
      let isOrigin = origin.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-\[\]:]+/) != nil
      guard isOrigin, origin.utf8.count <= 120 else { return nil }
      address = origin + DemoRoom.address("/", in: room)
      guard let code = QRCode(address) else { return nil }
      self.code = code
    }
  }

  private struct Properties: Encodable {
    let address: String?
    let code: QRCode?
  }

  var body: some View {
    Component("invitation", properties: Properties(address: address?.address, code: address?.code))
      .on("here") { (origin: String) in isHere(origin) }
  }
}
