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

extension RowSize {
  fileprivate var isLarge: Bool { rows >= RowLimits.rows / 2 || bytes >= RowLimits.bytes / 2 }
}
