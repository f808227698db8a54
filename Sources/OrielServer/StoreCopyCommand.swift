import ArgumentParser
import OrielSQL

/// `store copy`: fills a new store with everything in this one.
struct StoreCopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy everything to a new store: another file, or a database.",
    discussion: """
      Stop the server first: what it saves meanwhile is not copied. The key that signs cookies is copied to the files of \
      the new store on this machine, so that users are still themselves there. Uploaded files stay where they are: give \
      their folder to the new server with --uploads.
      """)

  @OptionGroup var store: StoreOptions
  @Argument(help: "The new store: a file, or the address of a database.") var new: String

  func run() throws {
    try store.printingErrors {
      let (source, address) = (try store.address.openOffline(), StoreAddress(new))
      try address.makeFolder(state: store.state)
      let copy = try address.openOffline()
      let count = try Self.fill(copy, from: source, store.address)
      try copy.close()
      try source.close()
      let hasKey = try Secret.copy(beside: store.localPath, to: store.localPath(of: address))
      print("\(count) records copied to \(address)\(hasKey ? ", with the key that signs cookies" : "")")
    }
  }

  /// A file is used on its own queue only, so that is the inner one.
  private static func fill(
    _ copy: any OfflineStore, from source: any OfflineStore, _ address: StoreAddress
  ) throws -> Int {
    if case .database = address {
      return try source.change { source in try copy.change { try $0.fill(from: source) } }
    }
    return try copy.change { copy in try source.change { try copy.fill(from: $0) } }
  }
}
