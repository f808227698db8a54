import ArgumentParser
import OrielGateway
import OrielHub

/// The limits of users, windows, sockets and uploads for each address. The defaults are above what an office or a school
/// behind one address needs. An address is an IPv4 address, or the /64 of an IPv6 one.
struct VisitorConfiguration: Sendable {
  var windowsPerUser = HubLimits().keptWindowsPerUser
  /// In MiB.
  var windowMemory = HubLimits().windowMemory >> 20
  var newUsersPerAddress = HubLimits().newUsersPerHour
  var newWindowsPerAddress = HubLimits().newWindowsPerHour
  var uploadsPerAddress = HubLimits().uploadsPerNetwork
  var connectionsPerAddress = GatewayLimits().connectionsPerAddress
  var handshakesPerAddress = GatewayLimits().handshakesPerMinute

  static let range = 1...1_000_000_000

  /// The flags of limits that are out of range.
  var faults: [String] {
    [
      ("--windows-per-user", windowsPerUser), ("--window-memory", windowMemory),
      ("--new-users-per-address", newUsersPerAddress),
      ("--new-windows-per-address", newWindowsPerAddress), ("--uploads-per-address", uploadsPerAddress),
      ("--connections-per-address", connectionsPerAddress), ("--handshakes-per-address", handshakesPerAddress),
    ].filter { !Self.range.contains($0.1) }.map(\.0)
  }

  func apply(to limits: inout HubLimits) {
    limits.keptWindowsPerUser = windowsPerUser
    limits.windowMemory = windowMemory << 20
    limits.newUsersPerHour = newUsersPerAddress
    limits.newWindowsPerHour = newWindowsPerAddress
    limits.uploadsPerNetwork = uploadsPerAddress
  }

  var gatewayLimits: GatewayLimits {
    var limits = GatewayLimits()
    limits.connectionsPerAddress = connectionsPerAddress
    limits.handshakesPerMinute = handshakesPerAddress
    return limits
  }
}

/// The flags of these limits.
struct VisitorOptions: ParsableArguments {
  @Option(help: "The largest number of windows to keep for a user. Defaults to 1000.") var windowsPerUser: Int?
  @Option(
    help: "The memory that all windows may take, in MiB; those of an address a quarter of it. Defaults to 4096.")
  var windowMemory: Int?
  @Option(help: "The largest number of new anonymous users from one address in an hour. Defaults to 2000.")
  var newUsersPerAddress: Int?
  @Option(help: "The largest number of windows opened from one address in an hour. Defaults to 5000.")
  var newWindowsPerAddress: Int?
  @Option(help: "The largest number of uploads from one address at a time. Defaults to 32.")
  var uploadsPerAddress: Int?
  @Option(help: "The largest number of WebSockets from one address. Defaults to 10000.")
  var connectionsPerAddress: Int?
  @Option(help: "The largest number of new WebSockets from one address in a minute. Defaults to 1200.")
  var handshakesPerAddress: Int?

  func configured(_ environment: [String: String]) throws -> VisitorConfiguration {
    func number(_ flag: Int?, _ name: String, or usual: Int) throws -> Int {
      guard flag == nil, let text = environment[name] else { return flag ?? usual }
      guard let number = Int(text) else { throw ValidationError("\(name) must be a whole number.") }
      return number
    }
    var limits = VisitorConfiguration()
    limits.windowsPerUser = try number(windowsPerUser, "ORIEL_WINDOWS_PER_USER", or: limits.windowsPerUser)
    limits.windowMemory = try number(windowMemory, "ORIEL_WINDOW_MEMORY", or: limits.windowMemory)
    limits.newUsersPerAddress = try number(
      newUsersPerAddress, "ORIEL_NEW_USERS_PER_ADDRESS", or: limits.newUsersPerAddress)
    limits.newWindowsPerAddress = try number(
      newWindowsPerAddress, "ORIEL_NEW_WINDOWS_PER_ADDRESS", or: limits.newWindowsPerAddress)
    limits.uploadsPerAddress = try number(
      uploadsPerAddress, "ORIEL_UPLOADS_PER_ADDRESS", or: limits.uploadsPerAddress)
    limits.connectionsPerAddress = try number(
      connectionsPerAddress, "ORIEL_CONNECTIONS_PER_ADDRESS", or: limits.connectionsPerAddress)
    limits.handshakesPerAddress = try number(
      handshakesPerAddress, "ORIEL_HANDSHAKES_PER_ADDRESS", or: limits.handshakesPerAddress)
    return limits
  }
}
