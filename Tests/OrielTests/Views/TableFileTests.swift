@testable import Oriel
import Testing

/// The room that the files of tables take in a process.
struct TableFileTests {
  @Test func `all files together have a bound, and one that is gone leaves its room`() throws {
    var files = try (0..<4).map { _ in
      let file = try TableFile(.csv, titles: [])
      try file.claim((64 << 20) - 2)
      return file
    }
    #expect(throws: TableFile.Refusal.tooManyBytes) { try files[0].claim(1) }
    #expect(throws: TableFile.Refusal.tooManyFiles) { _ = try TableFile(.csv, titles: ["A"]) }
    files.removeLast()
    #expect(try TableFile(.csv, titles: ["A"]).pieces == [[0xEF, 0xBB, 0xBF] + "A\r\n".utf8])
  }

  @Test func `nothing in a file is a formula, whatever divides its lines`() {
    let line = TableFileFormat.csv.line(["=1", "＝1", "a;=HYPERLINK(1);-2;b", "-12.5", "x;y", "\n=1"])
    #expect(String(decoding: line, as: UTF8.self) == "'=1,'＝1,a;'=HYPERLINK(1);'-2;b,-12.5,x;y,\"'\n=1\"\r\n")
  }
}
