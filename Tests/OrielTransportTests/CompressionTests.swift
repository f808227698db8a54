import Glibc
import OrielTransport
import Testing

@Suite(.ownThread) struct CompressionTests {
  @Test(arguments: ["", "a", String(repeating: "the same again, ", count: 10_000)])
  func `what was compressed, gunzip restores`(text: String) throws {
    let small = gzip(Array(text.utf8))
    #expect(text.utf8.count < 100 || small.count < text.utf8.count / 10)
    #expect(try gunzip(small) == Array(text.utf8))
  }

  /// By somebody else's program.
  private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
    var template = Array("/tmp/oriel-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    try #require(file >= 0)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(path) }
    #expect(write(file, bytes, bytes.count) == bytes.count)
    close(file)
    let pipe = try #require(popen("gunzip -c < \(path)", "r"))
    var result: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { result.append(UInt8(byte)) }
    #expect(pclose(pipe) == 0)
    return result
  }
}
