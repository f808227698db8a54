import ArgumentParser
import Foundation

/// A folder with Oriel's sources, which an app names as its dependency.
struct Checkout: Equatable {
  let folder: URL

  init?(_ folder: URL) {
    let files = ["Package.swift", "deploy/needs.sh", "deploy/template/Package.swift"]
    guard files.allSatisfy({ FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }) else {
      return nil
    }
    self.folder = folder.standardizedFileURL
  }

  var template: URL { folder.appending(path: "deploy/template") }

  /// The one that this program was built in.
  static func around(_ program: URL) -> Checkout? {
    var folder = program.resolvingSymlinksInPath()
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      if let checkout = Checkout(folder) { return checkout }
    }
    return nil
  }
}

/// The option that names Oriel's folder.
struct CheckoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Oriel's folder. Defaults to the one that this program was built in.", valueName: "folder"))
  var oriel: String?

  func checkout() throws(AuthorFailure) -> Checkout {
    if let oriel {
      guard let checkout = Checkout(URL(filePath: oriel)) else { throw .noCheckout(oriel) }
      return checkout
    }
    guard let checkout = Checkout.around(URL(filePath: "/proc/self/exe")) else { throw .unknownCheckout }
    return checkout
  }
}

/// Why a command for authors could not do what it was asked.
enum AuthorFailure: Error, Equatable, CustomStringConvertible {
  case noCheckout(String)
  case unknownCheckout
  case badName(String)
  case exists(String)
  case unwritable(String, reason: String)
  case isIncomplete
  case noPackage(String)
  case programs([String], String)

  var description: String {
    switch self {
    case .noCheckout(let folder): "\(folder) is not Oriel's folder. Give --oriel the folder of a clone."
    case .unknownCheckout: "This program was not built in a clone of Oriel. Clone it, and give --oriel that folder."
    case .badName(let name):
      """
      "\(Terminal.safe(name))" can't be the name of a Swift module. Use letters and digits, a letter first, and none of the names \
      of Oriel's own modules: FrontDesk, for example.
      """
    case .exists(let folder): "\(folder) is there already. Give another name, or delete it first."
    case .unwritable(let folder, let reason): "\(folder) can't be written: \(reason)"
    case .noPackage(let folder): "\(folder) has no Package.swift. Give --path the folder of an app's package."
    case .programs(let names, let errors):
      names.isEmpty
        ? "The package has no program\(errors.isEmpty ? "" : ": \(errors)"). Add an .executable to its products."
        : "The package has several programs: \(names.joined(separator: ", ")). Name one with --product."
    case .isIncomplete: "Something is missing: see above."
    }
  }
}
