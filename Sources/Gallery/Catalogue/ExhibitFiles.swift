import Foundation
import Oriel

extension PageFile {
  /// Shown beside every exhibit: why it matters, its stack, and its code.
  static let about: [PageFile] =
    [.page("code.css"), .page("about.js"), .page("about.css"), exhibits].compactMap { $0 } + code

  /// All exhibits, as a module.
  private static let exhibits = PageFile(
    "exhibits.js", "export default \(json(Room.all.flatMap(\.exhibits).map(Label.init)));\n")

  /// The code of the exhibits, one file each.
  private static let code = Set(Room.all.flatMap(\.exhibits).map(\.code)).sorted().compactMap { name in
    SourceFile.named(name).map { PageFile(name.replacing("/", with: "-"), $0.text) }
  }

  private static func json(_ labels: [Label]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(labels)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  private struct Label: Encodable {
    let id, title, why, code: String
    let address: String?

    init(_ exhibit: Exhibit) {
      (id, title, why, code) = (exhibit.id, exhibit.title, exhibit.why, exhibit.code)
      address = exhibit.address
    }
  }
}
