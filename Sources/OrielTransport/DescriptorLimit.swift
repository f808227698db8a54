import Glibc

/// The process's limit of open files.
enum DescriptorLimit {
  /// Raises the soft limit so that `connections` fit, as far as the hard one allows, and lowers a limitless one:
  /// libwebsockets makes tables for as many as there may be when its context is made.
  static func fit(connections: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(connections + forOthers)), mostTheTablesShouldHold)
    guard wanted != limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Stores, logs, pipes, and whatever the app opens.
  private static let forOthers = 512
  private static let mostTheTablesShouldHold: rlim_t = 1 << 20
}
