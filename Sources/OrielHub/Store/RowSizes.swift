import Oriel

/// The sizes of all rows in memory, by tenant.
struct RowSizes {
  private var sizes: [Tenant: RowSize] = [:]

  subscript(tenant: Tenant) -> RowSize { sizes[tenant] ?? RowSize() }

  /// - Returns: The new size, if the tenant has just come to half of what a home is made for.
  mutating func change(_ tenant: Tenant, by change: RowSize) -> RowSize? {
    let before = self[tenant]
    let after = before + change
    sizes[tenant] = after == RowSize() ? nil : after
    return !before.isLarge && after.isLarge ? after : nil
  }
}

extension WindowHub {
  /// The rows of a tenant in memory have become more, or fewer.
  func rowsChanged(of tenant: Tenant, by change: RowSize) {
    guard let large = rowSizes.change(tenant, by: change) else { return }
    log(
      .warning, onceAMinute: "rows of \(tenant)",
      """
      \(large.rows) rows with \(large.bytes >> 20) MB are in memory for one tenant, which is made for \
      \(RowLimits.rows) and \(RowLimits.bytes >> 20) MB. Move what is done with into Rows of its own, or into a database
      """, ["tenant": "\(tenant)"])
  }
}

extension RowSize {
  fileprivate var isLarge: Bool { rows >= RowLimits.rows / 2 || bytes >= RowLimits.bytes / 2 }
}
