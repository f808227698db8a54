/// A value that a tenant shows to everybody: the last one of each tenant is seen by all windows of the app.
///
/// ```swift
/// struct RoomStatus: Publication { var open: Int }
///
/// @SavedState final class Desk {
///   var open = 0
///   func opened() {
///     open += 1
///     publish(RoomStatus(open: open))
///   }
/// }
///
/// @NavigationModel final class RoomsModel {
///   var body: some View {
///     Text("\(published(RoomStatus.self).values.reduce(0) { $0 + $1.open }) open")
///   }
/// }
/// ```
///
/// See <doc:PublishingToEverybody>.
public protocol Publication: Codable, Sendable {}

extension HubObject {
  /// Replaces the value of this type that the object's tenant shows to everybody.
  ///
  /// It is saved with the turn, and seen when that is durable, also by the tenant itself. Several values that follow one
  /// another quickly may be seen as the last of them only: at most 20 a second. A value has at most 64 KiB of JSON; a
  /// larger one changes nothing, and the log says so.
  public func publish<Value: Publication>(_ value: Value) {
    guard let hub = _node.graph?.host ?? _node.services else {
      return TurnContext.reportMisuse("\(Value.self) was published by an object that is in no window and not saved")
    }
    do {
      hub.publish(try JSONText.encode(value), as: PublicationType(Value.self))
    } catch {
      hub.report(.misuse, "\(Value.self) was not published, because it can't be encoded: \(error)")
    }
  }

  /// Takes back the value of this type that the object's tenant shows.
  public func withdraw<Value: Publication>(_ type: Value.Type) {
    (_node.graph?.host ?? _node.services)?.publish(nil, as: PublicationType(type))
  }

  /// The last value of this type of each tenant, also of tenants that are not in memory. A `body` that reads it is
  /// evaluated again when one of these values changes.
  public func published<Value: Publication>(_ type: Value.Type) -> [Tenant: Value] {
    (_node.graph?.host ?? _node.services)?.publications?.values(of: type) ?? [:]
  }
}
