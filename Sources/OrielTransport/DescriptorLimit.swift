import Glibc

/// The process's limit on open files.
enum DescriptorLimit {
  /// Raises the soft limit to make room for the connections, as far as the hard limit allows, and lowers an unlimited
  /// one: libwebsockets allocates tables for the whole limit when its context is created.
  static func fit(connections: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(connections + forOthers)), mostTheTablesShouldHold)
    guard wanted != limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Descriptors for stores, logs, pipes, and whatever the app opens.
  private static let forOthers = 512
  private static let mostTheTablesShouldHold: rlim_t = 1 << 20
}
