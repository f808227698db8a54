import Oriel
import OrielDocument

/// A page that is attaching, with its request and the closure that gets the answer.
final class Arrival {
  let request: AttachRequest
  let client: any WindowClient
  /// Called once.
  let then: (AttachAnswer) -> Void

  init(request: AttachRequest, client: any WindowClient, then: @escaping (AttachAnswer) -> Void) {
    (self.request, self.client, self.then) = (request, client, then)
  }

  func refuse(_ reason: CloseReason) {
    client.deliver(.closing(reason))
    then(.refused)
  }
}

/// The answer to a page that wants to attach.
package enum AttachAnswer {
  case attached(Attachment)
  /// It has been told why.
  case refused
  /// Another hub or node has its window.
  case elsewhere(HomePlace)

  package var attachment: Attachment? { if case .attached(let attachment) = self { attachment } else { nil } }
}
