import Foundation
import Oriel
import OrielHub

/// How many event loops the process has, and why.
struct LoopPlan: Equatable {
  let count: Int
  let reason: String
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - asked: The number that the operator has asked for, if any.
  ///   - cores: The processor cores that the process may use.
  init(_ asked: Int?, for app: some WindowApp, cores: Int = ProcessInfo.processInfo.activeProcessorCount) {
    let tenancies = app.body._declarations.filter { $0.role == .window }.map { $0.tenancy ?? app.tenancy }
    let isSpread = tenancies.contains { !$0.isSingle }
    guard let asked else {
      count = 1
      reason = "use --loops to serve the tenants of this app on several cores"
      return
    }
    count = asked
    reason = "as --loops says"
    if !isSpread, asked > 1 {
      warnings = [
        """
        All users share one tenant, so handlers use one of \(asked) loops. If users share nothing, say \
        'var tenancy: Tenancy { .perUser }'; if groups do, name them: see Tenancy.
        """
      ]
    }
  }
}
