import ArgumentParser
import Foundation

/// `oriel doctor`: what is missing on this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Say what is missing on this machine to build an app.",
    discussion: "Exits with 1 if something is missing.")

  @OptionGroup var options: CheckoutOptions

  func run() throws {
    let findings = try Doctor(options.checkout()).findings
    for finding in findings { print(finding) }
    if findings.contains(where: \.isMissing) { throw AuthorFailure.isIncomplete }
  }
}

/// One thing that was looked at.
struct Finding: Equatable, CustomStringConvertible {
  enum Kind: String { case there = "✓", missing = "✗", remark = "–" }

  var kind: Kind
  var text: String

  var isMissing: Bool { kind == .missing }
  var description: String { "\(kind.rawValue) \(text)" }
}

/// Looks at the machine.
struct Doctor {
  private let checkout: Checkout

  init(_ checkout: Checkout) { self.checkout = checkout }

  var findings: [Finding] { [swift] + packages + [room, memory, images] }

  private var swift: Finding {
    let said = Self.output(of: "swift --version 2>&1") ?? ""
    guard let found = said.firstMatch(of: #/Swift version (?<major>\d+)\.(?<minor>\d+)\S*/#),
      let major = Int(found.output.major), let minor = Int(found.output.minor)
    else {
      return Finding(
        kind: .missing, text: "Swift does not start. https://www.swift.org/install/linux says how to install it.")
    }
    let version = String(found.output.0)
    guard (major, minor) >= (6, 2) else {
      return Finding(kind: .missing, text: "\(version) is too old: Oriel needs 6.2. Run: swiftly install 6.3")
    }
    return Finding(kind: .there, text: version)
  }

  private var packages: [Finding] {
    guard Self.output(of: "command -v dpkg-query") != nil else {
      return [
        Finding(
          kind: .remark,
          text: "This is not Debian. Install what its packages contain: \(needed("printf %s \"$building_packages\""))")
      ]
    }
    let missing = needed("missing_packages $building_packages").trimmingCharacters(in: .whitespaces)
    let optional = [
      ("libpq-dev", "PostgreSQL"), ("libargon2-dev", "passwords of their own"),
    ].map { package, use in
      needed("missing_packages \(package)").isEmpty
        ? Finding(kind: .there, text: "\(package), for \(use)")
        : Finding(kind: .remark, text: "\(package) is not installed. Only apps with \(use) need it.")
    }
    return [
      missing.isEmpty
        ? Finding(kind: .there, text: "the Debian packages to build with")
        : Finding(kind: .missing, text: "Debian packages. Run: apt-get install \(missing)")
    ] + optional
  }

  /// What a line says in the script that installs what is needed.
  private func needed(_ line: String) -> String {
    let script = checkout.folder.appending(path: "deploy/needs.sh").path
    return Self.output(of: ". '\(script.replacing("'", with: "'\\''"))' && \(line)") ?? ""
  }

  private var room: Finding {
    let values = try? checkout.folder.resourceValues(forKeys: [.volumeAvailableCapacityKey])
    let gigabytes = Double(values?.volumeAvailableCapacity ?? 0) / 1e9
    return Self.enough(gigabytes, of: "free on the disk", for: 4, "A build takes up to 4 GB: make room.")
  }

  private var memory: Finding {
    let text = (try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8)) ?? ""
    let kilobytes = text.firstMatch(of: #/MemAvailable:\s+(?<number>\d+) kB/#).flatMap { Double($0.output.number) }
    return Self.enough(
      (kilobytes ?? 0) / 1e6, of: "of memory free", for: 2,
      "The compiler takes up to 2 GB: end other programs, or add swap.")
  }

  private static func enough(_ gigabytes: Double, of what: String, for limit: Double, _ advice: String) -> Finding {
    let text = "\((gigabytes * 10).rounded() / 10) GB \(what)"
    return gigabytes >= limit ? Finding(kind: .there, text: text) : Finding(kind: .missing, text: "\(text). \(advice)")
  }

  private var images: Finding {
    let tool = ["docker", "podman"].first { Self.output(of: "command -v \($0)") != nil }
    return tool.map { Finding(kind: .there, text: "\($0), for images") }
      ?? Finding(kind: .remark, text: "There is no docker or podman. Only images need one.")
  }

  /// - Returns: What a command of the shell says; `nil` if it fails.
  private static func output(of command: String) -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    guard (try? process.run()) != nil else { return nil }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }
}
