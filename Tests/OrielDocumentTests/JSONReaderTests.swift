import OrielDocument
import Testing

struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", true), ("false", false), ("0", 0), ("-0", .number(-0.0)), ("-12", -12),
      ("1.0", .number(1)),
      ("1e2", .number(100)), ("1E+2", .number(100)), ("1.5e-1", .number(0.15)), ("9223372036854775807", .integer(.max)),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(0x1p63)),
      ("123456789012345678901234567890", .number(0x1.8ee90ff6c373ep+96)), ("1e-400", .number(0)),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
      (#""\ud83d\ude00""#, "😀"), (#""\u0000""#, "\0"), ("\"é😀\u{7F}\u{2028}\"", "é😀\u{7F}\u{2028}"),
      ("[]", []), ("{}", [:]), ("[ 1 , [ ] , { } ]", [1, [], [:]]),
      (#"{"a":{"b":[1,"2"]},"c":null}"#, ["a": ["b": [1, "2"]], "c": .null]),
      (#"{"é":1,"\#u{65}\#u{301}":2}"#, ["\u{E9}": 1, "e\u{301}": 2]), (#"{"":1}"#, ["": 1]), ("\t\n\r [1]\r\n", [1]),
    ] as [(String, JSONValue)])
  func `JSON is read`(_ text: String, _ expected: JSONValue) throws {
    let value = try JSONReader.value(from: text)
    #expect(value == expected)
    #expect(value.description == expected.description)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd), ("  ", .unexpectedEnd), ("[", .unexpectedEnd), ("[1", .unexpectedEnd),
      ("[1,", .unexpectedEnd),
      ("{", .unexpectedEnd), (#"{"a""#, .unexpectedEnd), (#"{"a":"#, .unexpectedEnd), (#"{"a":1"#, .unexpectedEnd),
      (#"{"a":1,"#, .unexpectedEnd), (#"""#, .unexpectedEnd), (#""abc"#, .unexpectedEnd), (#""\"#, .unexpectedEnd),
      (#""\u12"#, .unexpectedEnd), ("tru", .unexpectedEnd), ("-", .unexpectedEnd), ("1.", .unexpectedEnd),
      ("1e", .unexpectedEnd),
      ("1e+", .unexpectedEnd), ("[1,]", .unexpectedByte(0x5D, offset: 3)), ("[,1]", .unexpectedByte(0x2C, offset: 1)),
      ("[1 2]", .unexpectedByte(0x32, offset: 3)), ("[1}", .unexpectedByte(0x7D, offset: 2)),
      (#"{"a":1,}"#, .unexpectedByte(0x7D, offset: 7)), (#"{"a" 1}"#, .unexpectedByte(0x31, offset: 5)),
      ("{a:1}", .unexpectedByte(0x61, offset: 1)), ("{1:1}", .unexpectedByte(0x31, offset: 1)),
      (#"{"a":}"#, .unexpectedByte(0x7D, offset: 5)), ("{,}", .unexpectedByte(0x2C, offset: 1)),
      ("'a'", .unexpectedByte(0x27, offset: 0)), ("nul1", .unexpectedByte(0x31, offset: 3)),
      ("True", .unexpectedByte(0x54, offset: 0)),
      ("NaN", .unexpectedByte(0x4E, offset: 0)), ("-Infinity", .unexpectedByte(0x49, offset: 1)),
      ("+1", .unexpectedByte(0x2B, offset: 0)),
      (".5", .unexpectedByte(0x2E, offset: 0)), ("01", .unexpectedByte(0x31, offset: 1)),
      ("-01", .unexpectedByte(0x31, offset: 2)),
      ("1.e1", .unexpectedByte(0x65, offset: 2)), ("1.5.1", .unexpectedByte(0x2E, offset: 3)),
      ("0x1", .unexpectedByte(0x78, offset: 1)),
      ("1 1", .unexpectedByte(0x31, offset: 2)), ("[] []", .unexpectedByte(0x5B, offset: 3)),
      ("[1]//", .unexpectedByte(0x2F, offset: 3)),
      ("\u{FEFF}1", .unexpectedByte(0xEF, offset: 0)), ("\u{A0}1", .unexpectedByte(0xC2, offset: 0)),
      ("\"\n\"", .unexpectedByte(0x0A, offset: 1)), ("\"\0\"", .unexpectedByte(0x00, offset: 1)),
      ("\"1234567890\t\"", .unexpectedByte(0x09, offset: 11)),
      (#""\x""#, .unexpectedByte(0x78, offset: 2)), (#""\u12G4""#, .unexpectedByte(0x47, offset: 5)),
      (#""\U0041""#, .unexpectedByte(0x55, offset: 2)),
      (#""\ud800""#, .loneSurrogate(offset: 1)), (#""a\udc00""#, .loneSurrogate(offset: 2)),
      (#""\ud800\ud800""#, .loneSurrogate(offset: 1)),
      (#""\ud800\u0041""#, .loneSurrogate(offset: 1)), (#""\ud800x""#, .loneSurrogate(offset: 1)),
      (#""\ude00\ud83d""#, .loneSurrogate(offset: 1)),
      ("1e400", .numberOutOfRange(offset: 0)), ("[-1e999]", .numberOutOfRange(offset: 1)),
      (#"{"a":1,"a":2}"#, .duplicateKey("a", offset: 7)), (#"{"a":1,"\u0061":2}"#, .duplicateKey("a", offset: 7)),
      (#"[{"b":{},"a":1,"b":2}]"#, .duplicateKey("b", offset: 15)),
    ] as [(String, JSONError)])
  func `text that is not JSON is refused`(_ text: String, _ expected: JSONError) {
    #expect(throws: expected) { try JSONReader.value(from: text) }
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8]) {
    let quote = [UInt8(ascii: "\"")]
    #expect(throws: JSONError.invalidUTF8(offset: 3)) {
      try JSONReader.value(from: quote + [0x61, 0x62] + bytes + quote)
    }
  }

  @Test func `depth counts from the outermost as one`() throws {
    let text = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(try JSONReader.value(from: text(32)).arrayValue?.count == 1)
    #expect(throws: JSONError.tooDeep(limit: 32)) { try JSONReader.value(from: text(33)) }
    #expect(throws: JSONError.tooDeep(limit: 32)) {
      try JSONReader.value(from: String(repeating: #"{"a":"#, count: 100_000))
    }
    #expect(throws: JSONError.tooDeep(limit: 0)) { try JSONReader.value(from: "[]", depth: 0) }
    #expect(try JSONReader.value(from: "1", depth: 0) == 1)
  }

  @Test func `a large object with one name twice is refused`() throws {
    let members = (0..<500).map { "\"k\($0)\":\($0)" }
    #expect(try JSONReader.value(from: "{" + members.joined(separator: ",") + "}")["k499"] == 499)
    let text = "{" + (members + ["\"k7\":0"]).joined(separator: ",") + "}"
    #expect(throws: JSONError.duplicateKey("k7", offset: text.utf8.count - 7)) { try JSONReader.value(from: text) }
  }

  @Test func `every beginning of a text is refused or read, never a trap`() {
    let text = Array(#"{"a\u00e9\ud83d\ude00":[1.5e3,-0,true,null,"é😀"],"b":{"c":"\n"}}"#.utf8)
    for end in text.indices {
      #expect(throws: (any Error).self) { try JSONReader.value(from: Array(text[..<end])) }
      for byte in [0x00, 0x22, 0x5C, 0x7B, 0xC3, 0xFF] as [UInt8] {
        var changed = text
        changed[end] = byte
        _ = try? JSONReader.value(from: changed)
      }
    }
  }
}
