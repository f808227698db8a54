import ArgumentParser
import Foundation
import Oriel
import OrielHub
import OrielSQL

/// `store move`: moves what is a user's own from one tenant to another, after the app's tenancy was changed.
struct StoreMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move the windows and saved objects of users from one tenant to another.",
    discussion: """
      Stop the server first. Each line of a map has a user, the tenant to move from and the tenant to move to, with \
      spaces between: ada app acme. The tenant of an app whose users all share is called app. What the users of a tenant \
      share stays where it is. A user who has objects in the new tenant is not moved.
      """)

  @OptionGroup var store: StoreOptions
  @Option(help: "The user's ID, as \"oriel windows\" shows it.") var user: String?
  @Option(help: "The tenant to move from.", transform: tenant(named:)) var from: Tenant?
  @Option(help: "The tenant to move to.", transform: tenant(named:)) var to: Tenant?
  @Option(help: "A file with a move on each line, or - for standard input.") var map: String?

  func validate() throws {
    let isOne = user != nil && from != nil && to != nil
    guard isOne ? map == nil : map != nil && user == nil && from == nil && to == nil else {
      throw ValidationError("Use --user, --from and --to together, or --map.")
    }
  }

  func run() throws {
    try store.printingErrors {
      let moves = try self.moves()
      let file = try store.address.openOffline()
      var refused: [String] = []
      for move in moves {
        guard let counts = try file.move(move.user, from: move.from, to: move.to) else {
          refused.append(move.user)
          continue
        }
        print("\(move): windows: \(counts.windows), objects: \(counts.objects), rows: \(counts.rows)")
      }
      try file.close()
      if !refused.isEmpty { throw MoveError.hasObjects(refused) }
    }
  }

  private func moves() throws -> [UserMove] {
    if let user, let from, let to { return [UserMove(user: user, from: from, to: to)] }
    let file = map ?? "-"
    let data = file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
    guard let data else { throw MoveError.unreadable(file) }
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    return try lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { line in
      guard let move = UserMove(line) else { throw MoveError.noMove(String(line)) }
      return move
    }
  }
}

/// A user, and the tenants to move between.
struct UserMove: Equatable, CustomStringConvertible {
  var user: String
  var from: Tenant
  var to: Tenant

  init(user: String, from: Tenant, to: Tenant) {
    self.user = user
    self.from = from
    self.to = to
  }

  /// Parses a line of a map. A user's id may contain spaces, and a tenant's name may not.
  init?(_ line: some StringProtocol) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count >= 3, let from = Tenant(named: String(words[words.count - 2])),
      let to = Tenant(named: String(words[words.count - 1])), from != to
    else { return nil }
    self.init(user: words.dropLast(2).joined(separator: " "), from: from, to: to)
  }

  var description: String { "\(user) from \(from.name) to \(to.name)" }
}

/// The reason why users are not moved.
enum MoveError: Error, Equatable, CustomStringConvertible {
  case unreadable(String)
  case noMove(String)
  case hasObjects([String])

  var description: String {
    switch self {
    case .unreadable(let file): "\(file) can't be read."
    case .noMove(let line):
      "This line is not a user and two different tenants, with spaces between, so no user was moved: \(line)"
    case .hasObjects(let users):
      """
      Not moved, because they already have saved objects in the new tenant: \(users.joined(separator: ", ")). Delete \
      those there, or let the app merge them.
      """
    }
  }
}

/// Parses the name of a tenant on the command line.
@Sendable func tenant(named name: String) throws -> Tenant {
  guard let tenant = Tenant(named: name) else {
    throw ValidationError("\"\(name)\" is no tenant's name: 1 to 64 of A-Z a-z 0-9 . _ - :, or app.")
  }
  return tenant
}
