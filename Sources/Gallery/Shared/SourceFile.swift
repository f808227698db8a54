/// A file of the Gallery's sources, as it was when the program was built: what is shown is what runs.
struct SourceFile: Encodable, Sendable {
  /// The file's path below `Sources/Gallery`.
  let name: String
  let text: String

  /// `nil` if there is no such file.
  static func named(_ name: String) -> SourceFile? {
    embeddedFiles.first { $0.name == name }.map { SourceFile(name: name, text: $0.text.description) }
  }
}
