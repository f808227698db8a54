import Oriel
import OrielDocument
import OrielHub
import OrielMessages

extension AttachRequest {
  /// - Parameter address: Where the page is. On this machine it may be a proxy's that is not trusted, and stand for
  ///   everybody.
  init(_ attach: Attach, visitor: Visitor, from address: String) {
    self.init(user: visitor.credentials.user, attach)
    network = RemoteNetwork.isLoopback(address) ? nil : RemoteNetwork(of: address).text
    signedInAt = visitor.credentials.issued
    formerUser = visitor.former?.user.key
  }
}
