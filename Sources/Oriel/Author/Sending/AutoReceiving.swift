extension NavigationModel {
  /// Receives destinations of this type by navigating to them from this model, and then gives the page time to show
  /// them. Call it in `start()`. If the navigation is refused, the rest of the queue is dropped.
  ///
  /// - Parameters:
  ///   - type: The type of the destinations.
  ///   - delay: How long to wait. By default, the queue waits until the page has shown the destination, or as the
  ///     destination says.
  public func navigationAutoReceive<Destination: NavigationDestination>(
    _ type: Destination.Type, delay: Duration? = nil
  ) {
    onNavigationReceive { [unowned self] (destination: Destination) in receive(destination, delay) }
  }

  private func receive(_ destination: some NavigationDestination, _ delay: Duration?) -> ReceiveResume {
    // It was sent already, so sending it again would lead back here.
    let method: NavigationMethod? = destination.method == .send ? .push : nil
    guard navigate(to: destination, method: method) == .executed else { return .cancel }
    return delay.map(ReceiveResume.after) ?? .auto
  }
}
