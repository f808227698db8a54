import Logging
import Oriel

/// The sizes of all rows in memory, by tenant.
struct RowSizes {
  private var sizes: [Tenant: RowSize] = [:]

  subscript(tenant: Tenant) -> RowSize { sizes[tenant] ?? RowSize() }

  /// Warns when a tenant comes to half of what a home is made for.
  mutating func change(_ tenant: Tenant, by change: RowSize, _ logger: Logger) {
    let before = self[tenant]
    let after = before + change
    sizes[tenant] = after == RowSize() ? nil : after
    guard !before.isLarge, after.isLarge else { return }
    logger.warning(
      """
      \(after.rows) rows with \(after.bytes >> 20) MB are in memory for one tenant, which is made for \
      \(RowLimits.rows) and \(RowLimits.bytes >> 20) MB. Move what is done with into Rows of its own, or into a database
      """, metadata: ["tenant": "\(tenant)"])
  }
}

extension RowSize {
  fileprivate var isLarge: Bool { rows >= RowLimits.rows / 2 || bytes >= RowLimits.bytes / 2 }
}
