/// Where the window is that has issued a ticket for an upload, as the ticket says.
package struct TicketPlace: Equatable {
  /// `nil` if there is only one node.
  package var node: Life?
  /// `nil` if there is only one hub.
  package var hub: Int?

  package init(ofTicket ticket: String) {
    let parts = ticket.utf8.prefix(24).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    node = parts.first.flatMap { Life($0) }
    let hub = node == nil ? parts.first : parts.dropFirst().first
    self.hub = hub.flatMap { $0.utf8.count <= 3 ? Int($0) : nil }
  }
}
