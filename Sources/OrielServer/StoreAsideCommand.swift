import ArgumentParser
import Foundation
import Oriel
import OrielHub
import OrielSQL

/// `store aside`: lists, puts back and deletes what could not be restored.
struct StoreAsideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aside", abstract: "List, restore or delete the records that were kept aside.",
    discussion: """
      A damaged record, and that of a window that was only partly restored, is kept aside until you delete it.
      """,
    subcommands: [StoreAsideListCommand.self, StoreAsideRestoreCommand.self, StoreAsideDeleteCommand.self],
    defaultSubcommand: StoreAsideListCommand.self)
}

/// `store aside list`.
struct StoreAsideListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the records that were kept aside, one per line, oldest first.")

  @OptionGroup var store: StoreOptions

  func run() throws {
    for kept in try store.printingErrors({ try store.address.inspect().keptRecords() }) {
      let record = kept.salvaged
      let time = Date(timeIntervalSince1970: Double(record.order.time) / 1000).ISO8601Format()
      print("\(kept.number) \(time) \(record.words): \(record.order.reason) (\(record.record.count) bytes)")
    }
  }
}

/// `store aside restore`.
struct StoreAsideRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put records that were kept aside back in their places.",
    discussion: """
      Stop the server first. A record is not restored where something newer is in its place, unless you say --force: \
      then that is kept aside instead. The exit code is 1 if a record was not restored.
      """)

  @OptionGroup var store: StoreOptions
  @Argument(help: "The numbers of the records, as list prints them.") var numbers: [Int64] = []
  @Flag(help: "Restore all records.") var all = false
  @Flag(help: "Replace what is in their places.") var force = false

  func validate() throws {
    if all != numbers.isEmpty { throw ValidationError("Use either numbers or --all.") }
  }

  func run() throws {
    try store.printingErrors {
      let file = try store.address.openOffline()
      let now = Int64(Date().timeIntervalSince1970 * 1000)
      let outcomes = try file.restoreKept(all ? nil : numbers, isReplacing: force, at: now)
      try file.close()
      for (number, outcome) in outcomes { print("\(number) \(Self.words(outcome))") }
      let areAllBack = outcomes.allSatisfy { if case .restored = $0.outcome { true } else { false } }
      if !areAllBack { throw ExitCode(1) }
    }
  }

  private static func words(_ outcome: KeptOutcome) -> String {
    switch outcome {
    case .restored(let record): "restored: \(record.words)"
    case .occupied(let record):
      "not restored, because something newer is in its place, which --force replaces: \(record.words)"
    case .unknown: "not restored: there is no record of this number"
    }
  }
}

/// `store aside delete`.
struct StoreAsideDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete records that were kept aside.", discussion: "Stop the server first.")

  @OptionGroup var store: StoreOptions
  @Argument(help: "The numbers of the records, as list prints them.") var numbers: [Int64] = []
  @Option(help: "Delete all that were kept aside before this number of days.") var olderThan: Int?

  func validate() throws {
    if (olderThan != nil) != numbers.isEmpty { throw ValidationError("Use either numbers or --older-than.") }
    if let olderThan, !(0...36_500 ~= olderThan) { throw ValidationError("--older-than must be from 0 to 36500 days.") }
  }

  func run() throws {
    try store.printingErrors {
      let file = try store.address.openOffline()
      let days = olderThan.map { Date().timeIntervalSince1970 - Double($0) * 86_400 }
      let count = try days.map { try file.deleteKept(before: Int64($0 * 1000)) } ?? file.deleteKept(numbers)
      try file.close()
      print("deleted: \(count)")
    }
  }
}
