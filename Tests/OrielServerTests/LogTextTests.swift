import Testing

@testable import OrielServer

struct LogTextTests {
  @Test(arguments: [
    ("A window was opened", "A window was opened"), ("Größe 東京 🙂", "Größe 東京 🙂"), ("", ""),
    ("x\n2026-11-22T00:00:00Z error oriel: forged", "x\\n2026-11-22T00:00:00Z error oriel: forged"),
    ("a\r\nb\tc", "a\\r\\nb\\tc"), ("\u{0}\u{7}\u{1B}[2K\u{7F}\u{85}", "\\u{0}\\u{7}\\u{1B}[2K\\u{7F}\\u{85}"),
    ("\u{202E}gpj.exe\u{2066}\u{200F}", "\\u{202E}gpj.exe\\u{2066}\\u{200F}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
  ])
  func `whatever someone wrote is one line that shows all of it`(_ text: String, _ line: String) {
    #expect(LogText.line(text) == line)
  }

  @Test func `what is too long is cut, and says so`() {
    let text = String(repeating: "\u{301}é\n", count: 100_000)
    let line = LogText.line(text)
    #expect(line.hasSuffix("… (and 296000 more)"))
    #expect(line.utf8.count < 20_000 && !line.contains("\n"))
  }
}
