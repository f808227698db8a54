import Foundation

/// The resident memory of the process.
enum ResidentMemory {
  /// The size in bytes; `nil` if the system doesn't provide it (proc(5), `statm`).
  static var bytes: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
  }
}
