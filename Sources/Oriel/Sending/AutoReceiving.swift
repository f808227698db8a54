extension NavigationModel {
  /// Receives destinations of this type by going there from this model, and then gives the page time to show it. To be
  /// called in `start()`. Where it can't go there, the rest of the queue is dropped.
  ///
  /// - Parameters:
  ///   - type: Of the destinations.
  ///   - delay: How long to wait; without one, until the page has shown it, or as the destination itself says.
  public func navigationAutoReceive<Destination: NavigationDestination>(
    _ type: Destination.Type, delay: Duration? = nil
  ) {
    onNavigationReceive { [unowned self] (destination: Destination) in receive(destination, delay) }
  }

  private func receive(_ destination: some NavigationDestination, _ delay: Duration?) -> ReceiveResume {
    // It has been sent by now: sending it again would lead here again.
    let method: NavigationMethod? = destination.method == .send ? .push : nil
    guard navigate(to: destination, method: method) == .executed else { return .cancel }
    return delay.map(ReceiveResume.after) ?? .auto
  }
}
