import Observation

/// Whether reads are being tracked.
enum Tracking {
  @TaskLocal static var isOn = false

  /// Tracks reads as Observation does, and lets collections know that they are tracked.
  static func track<Result>(
    _ body: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
  ) -> Result {
    withObservationTracking({ $isOn.withValue(true, operation: body) }, onChange: onChange())
  }
}
