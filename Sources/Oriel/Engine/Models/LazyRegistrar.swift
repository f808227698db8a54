import Observation
import Synchronization

/// A registrar that is made when something is first read: it takes two allocations, and most objects never are.
///
/// A class with `@Observable` uses it in place of its own one if it has it as `_$observationRegistrar`.
struct LazyRegistrar: ~Copyable, Sendable {
  private final class Made: Sendable {
    let registrar = ObservationRegistrar()
  }

  private let made = AtomicLazyReference<Made>()

  func access<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    let made = made.load() ?? made.storeIfNil(Made())
    made.registrar.access(subject, keyPath: keyPath)
  }

  func willSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    made.load()?.registrar.willSet(subject, keyPath: keyPath)
  }

  func didSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    made.load()?.registrar.didSet(subject, keyPath: keyPath)
  }

  func withMutation<Subject: Observable, Member, Result>(
    of subject: Subject, keyPath: KeyPath<Subject, Member>, _ mutation: () throws -> Result
  ) rethrows -> Result {
    guard let made = made.load() else { return try mutation() }
    return try made.registrar.withMutation(of: subject, keyPath: keyPath, mutation)
  }
}
