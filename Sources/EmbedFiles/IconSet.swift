import Foundation

/// The images of Debian's package `bootstrap-icons`, which `deploy/needs.sh` installs.
enum IconSet {
  /// Where the images are; `BOOTSTRAP_ICONS` names another folder.
  private static var folder: String {
    ProcessInfo.processInfo.environment["BOOTSTRAP_ICONS"] ?? "/usr/share/bootstrap-icons/svg"
  }

  /// A line for each icon: its name, a tab, and what its image contains.
  static func read() throws -> String {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".svg") }
    guard let files, !files.isEmpty else { throw IconSetError.missing(folder) }
    return try files.sorted().map { file in
      let image = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      guard let shapes = shapes(of: image) else { throw IconSetError.noImage(file) }
      return "\(file.dropLast(4))\t\(shapes)\n"
    }.joined()
  }

  /// What is between the tags of the image, without the space between its elements.
  private static func shapes(of image: String) -> String? {
    guard let head = image.range(of: "<svg"), let start = image[head.upperBound...].firstIndex(of: ">"),
      let end = image.range(of: "</svg>", options: .backwards), image.contains("viewBox=\"0 0 16 16\"")
    else { return nil }
    return image[image.index(after: start)..<end.lowerBound].split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined()
  }
}

enum IconSetError: Error, CustomStringConvertible {
  case missing(String)
  /// A file has no image of 16 by 16.
  case noImage(String)

  var description: String {
    switch self {
    case .missing(let folder):
      "There are no icons in \(folder). Install Debian's package bootstrap-icons, or set BOOTSTRAP_ICONS to a folder that has its images"
    case .noImage(let file): "\(file) has no image of 16 by 16"
    }
  }
}
