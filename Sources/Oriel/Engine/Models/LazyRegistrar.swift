import Observation
import Synchronization

/// A registrar that is made when something is first read: it takes two allocations, and most objects never are.
///
/// A class with `@Observable` uses it in place of its own one if it has it as `_$observationRegistrar`.
struct LazyRegistrar: ~Copyable, Sendable {
  private final class Made: Sendable {
    let registrar = ObservationRegistrar()
  }

  /// The address of the one that was made, which is retained. An `AtomicLazyReference` would look up its type each time.
  private let address = Atomic<UInt>(0)

  deinit { Self.made(at: address.load(ordering: .acquiring))?.release() }

  private static func made(at address: UInt) -> Unmanaged<Made>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }

  private var registrar: ObservationRegistrar? {
    Self.made(at: address.load(ordering: .acquiring))?._withUnsafeGuaranteedRef { $0.registrar }
  }

  /// Another thread may have made one meanwhile.
  private func make() -> ObservationRegistrar {
    let new = Unmanaged.passRetained(Made())
    let (_, former) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
    guard let made = Self.made(at: former) else { return new._withUnsafeGuaranteedRef { $0.registrar } }
    new.release()
    return made._withUnsafeGuaranteedRef { $0.registrar }
  }

  func access<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    (registrar ?? make()).access(subject, keyPath: keyPath)
  }

  func willSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    registrar?.willSet(subject, keyPath: keyPath)
  }

  func didSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    registrar?.didSet(subject, keyPath: keyPath)
  }

  func withMutation<Subject: Observable, Member, Result>(
    of subject: Subject, keyPath: KeyPath<Subject, Member>, _ mutation: () throws -> Result
  ) rethrows -> Result {
    guard let registrar else { return try mutation() }
    return try registrar.withMutation(of: subject, keyPath: keyPath, mutation)
  }
}
