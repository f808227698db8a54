import OrielHub

extension TenantAct {
  /// The name in the JSON API and the audit.
  var name: String {
    switch self {
    case .sleep: "sleep"
    case .close: "close"
    case .reopen: "reopen"
    case .delete: "delete"
    case .rename: "rename"
    }
  }
}
