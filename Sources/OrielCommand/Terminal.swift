import Foundation

/// What a person sees.
enum Terminal {
  /// How many columns standard output has; `nil` where it is no terminal, and nothing needs to be cut.
  static var width: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Whether standard output shows colours, and its user wants them: https://no-color.org.
  static var hasColours: Bool {
    isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] ?? "" == ""
  }

  /// Begins at the top again, where standard output is a terminal.
  static func clear() {
    if isatty(STDOUT_FILENO) == 1 { print("\u{1B}[H\u{1B}[2J", terminator: "") }
  }

  /// Whether a person is there who can be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  static func agrees(_ question: String) -> Bool {
    FileHandle.standardError.write(Data(question.utf8))
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  static func complain(_ message: String) {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
  }

  /// The text without what would steer a terminal or turn the direction of its line: titles are written by users.
  static func safe(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { steers($0) ? "\u{FFFD}" : $0 }))
  }

  static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
