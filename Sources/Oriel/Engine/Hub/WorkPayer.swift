/// A client that pays for the time which the hub spends on what it has asked for.
package protocol WorkPayer: AnyObject {
  /// - Returns: Whether it is measured until `endWork`; not if it belongs to other work that is.
  func beginWork() -> Bool
  func endWork()
}
