import Foundation
import OrielGateway

/// The process metrics of Prometheus' own clients, under the same names; read from `/proc` on request.
enum ProcessMetrics {
  private static let start = Date().timeIntervalSince1970

  /// Records the start time of the process.
  static func begin() { _ = start }

  static func write(to text: inout MetricsText) {
    text.gauge("process_start_time_seconds", "When the server started, in seconds since 1970.", start)
    text.counter("process_cpu_seconds_total", "CPU time used, in seconds.", cpuSeconds)
    text.gauge("process_resident_memory_bytes", "Resident memory size in bytes.", residentBytes)
    text.gauge("process_open_fds", "Open files and sockets.", openFiles)
  }

  private static var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var residentBytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii))?.split(separator: " ")
    return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  private static var openFiles: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
  }
}
