import Oriel
import OrielDocument
import OrielHub
import OrielMessages

extension AttachRequest {
  /// - Parameter address: The address of the page. A loopback address may be that of a proxy that is not trusted, with
  ///   every page behind it, so it has no network to limit.
  ///   - files: The tag of the scripts that the server has.
  init(_ attach: Attach, visitor: Visitor, from address: String, files: String?) {
    self.init(user: visitor.credentials.user, attach)
    network = RemoteNetwork.isLoopback(address) ? nil : RemoteNetwork(of: address).text
    (host, browser) = (visitor.host, visitor.browser)
    isOutdated = attach.client.map { files?.hasSameScalars(as: $0) == false } ?? false
    signedInAt = visitor.credentials.issued
    formerUser = visitor.former?.user.key
  }
}
