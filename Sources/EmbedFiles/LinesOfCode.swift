/// The lines of a script or a style sheet without indentation, empty lines and comments that begin a line.
///
/// A comment behind code stays, and so does a comment that begins within a line.
func linesOfCode(_ text: String) -> [Substring] {
  var lines: [Substring] = []
  var isComment = false
  for line in text.split(separator: "\n") {
    var code = line.trimmed
    isComment = isComment || code.hasPrefix("/*")
    if isComment {
      guard let end = code.firstRange(of: "*/") else { continue }
      code = code[end.upperBound...].trimmed
      isComment = false
    }
    if !code.isEmpty, !code.hasPrefix("//") { lines.append(code) }
  }
  return lines
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
