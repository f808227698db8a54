import Foundation
import Oriel
import OrielHub
import OrielSystem

/// How many event loops the process has, and why.
struct LoopPlan: Equatable {
  let count: Int
  let reason: String
  private(set) var warnings: [String] = []
  /// Whether all users share one tenant.
  let isSingle: Bool

  /// - Parameters:
  ///   - asked: The number that the operator has asked for, if any.
  ///   - cores: The processor cores that the process may use.
  init(_ asked: Int?, for app: some WindowApp, cores: Int = ProcessInfo.processInfo.activeProcessorCount) {
    let tenancies = app.body._declarations.filter { $0.role == .window }.map { $0.tenancy ?? app.tenancy }
    isSingle = tenancies.allSatisfy(\.isSingle)
    if let asked {
      (count, reason) = (asked, "as --loops says")
      if isSingle, asked > 1 { warnings = [Self.warning(of: asked)] }
    } else if tenancies.allSatisfy(\.leadsToApp) {
      (count, reason) = (1, isSingle ? "all users share one tenant" : "all whose address names no tenant share one")
    } else {
      count = min(max(1, cores), CrashJournalFile.maximumHubs)
      reason = "one for each core; a tenant is on one of them"
    }
  }

  private static func warning(of count: Int) -> String {
    """
    All users share one tenant, so handlers use one of \(count) loops. If users share nothing, say \
    'var tenancy: Tenancy { .perUser }'; if groups do, name them: see Tenancy.
    """
  }
}
