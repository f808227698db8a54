import Oriel

/// How a second device comes to this page: by a code that its camera reads.
struct Invitation: View {
  /// The page's origin as its browser says, such as `https://demo.example.com`; `nil` until it has.
  var origin: String?
  let room: Tenant
  let isHere: (String) -> Void

  private struct Properties: Encodable {
    let address: String?
    let code: QRCode?
  }

  var body: some View {
    Component("invitation", properties: Properties(address: address, code: address.flatMap(QRCode.init)))
      .on("here") { (origin: String) in isHere(origin) }
  }

  private var address: String? { origin.map { $0 + DemoRoom.address("/", in: room) } }

  /// Whether a page may have this origin: only one like it is shown.
  static func isOrigin(_ text: String) -> Bool {
    text.utf8.count <= 120 && text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-\[\]:]+/) != nil
  }
}
