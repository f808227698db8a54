/// The limits of one window, or of one shared document.
///
/// A command that would exceed one is refused with the reason, whether a page's event, a trigger, an address, an operator
/// or code of the app executes it. Models that the app writes into its containers directly are taken out again. A window
/// keeps what it is opened, restored or copied with, even beyond its limits; it can then only become smaller.
package struct GraphLimits: Equatable, Sendable {
  package var layers = 32
  package var models = 1000

  package init(layers: Int = 32, models: Int = 1000) {
    self.layers = layers
    self.models = models
  }
}
