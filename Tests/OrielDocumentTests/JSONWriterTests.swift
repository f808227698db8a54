import OrielDocument
import Testing

struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `commas stand between and nowhere else`() {
    let written = text {
      $0.beginObject()
      $0.key("a")
      $0.beginArray()
      $0.integer(1)
      $0.beginObject()
      $0.endObject()
      $0.bool(false)
      $0.endArray()
      $0.key("b" as String)
      $0.null()
      $0.key("c")
      $0.raw(Array("[1]".utf8))
      $0.key("d")
      $0.string("x")
      $0.endObject()
    }
    #expect(written == #"{"a":[1,{},false],"b":null,"c":[1],"d":"x"}"#)
  }

  @Test func `text for which room was made stays where it is`() {
    var writer = JSONWriter()
    func place() -> UnsafeRawPointer? { writer.bytes.withUnsafeBytes(\.baseAddress) }
    writer.beginArray()
    writer.reserve(1 << 20)
    let before = place()
    for _ in 0..<1023 { writer.raw([UInt8](repeating: UInt8(ascii: "1"), count: 1023)) }
    writer.endArray()
    #expect(place() == before)
    #expect(writer.bytes.count == 1 + 1023 * 1024)
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("", #""""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\#u{7F}""#), ("é😀\u{2028}", "\"é😀\u{2028}\""),
    ("eight by eight it goes\" on", #""eight by eight it goes\" on""#), ("12345678\n", #""12345678\n""#),
  ])
  func `only what must be is escaped`(_ string: String, _ expected: String) {
    #expect(text { $0.string(string) } == expected)
  }

  @Test(
    arguments: [
      (0, "0"), (1, "1"), (0.5, "0.5"), (-2.5, "-2.5"), (0.1, "0.1"), (1e21, "1e+21"),
      (.leastNonzeroMagnitude, "5e-324"), (-0.0, "-0"),
      (9_007_199_254_740_991, "9007199254740991"), (.nan, "0"), (.infinity, "0"), (-.infinity, "0"),
    ] as [(Double, String)])
  func `numbers are as short as they can be`(_ number: Double, _ expected: String) {
    #expect(text { $0.number(number) } == expected)
  }

  @Test(arguments: [0, 9, 10, -1, -10, 1234567890, .max, .min])
  func `integers are their digits`(_ integer: Int) {
    #expect(text { $0.integer(integer) } == "\(integer)")
  }

  @Test func `room is left in front`() {
    var writer = JSONWriter(reserving: 3)
    writer.bool(true)
    #expect(writer.bytes == [0, 0, 0] + Array("true".utf8))
    #expect(writer.drain() == [0, 0, 0] + Array("true".utf8))
    #expect(writer.bytes == [])
  }
}
