import OrielDocument
import Testing

struct JSONValueTests {
  @Test func `strings are equal scalar by scalar`() {
    let composed: JSONValue = "\u{E9}"
    let decomposed: JSONValue = "e\u{301}"
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
    let long = String(repeating: "caf\u{E9} ", count: 9)
    #expect(JSONValue.string(long + "a") == .string(long + "a"))
    #expect(JSONValue.string(long + "a") != .string(long + "b"))
  }

  @Test func `names are equal scalar by scalar`() {
    let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(object["e\u{301}"] == 2)
    #expect(JSONValue.object(["\u{E9}": 1]) != ["e\u{301}": 1])
  }

  @Test func `one is one however it is written`() {
    #expect(JSONValue.integer(1) == .number(1))
    #expect(JSONValue.integer(1).hashValue == JSONValue.number(1).hashValue)
    #expect(JSONValue.integer(0) == .number(-0.0))
    #expect(JSONValue.integer(1 << 53 + 1) != .number(0x1p53))
    #expect(JSONValue.number(.nan) == .number(.nan))
    #expect(JSONValue.integer(1) != true)
  }

  @Test func `the order of members does not matter`() {
    #expect(JSONValue.object(["a": 1, "b": 2]) == ["b": 2, "a": 1])
    #expect(JSONValue.object(["a": 1, "b": 2]) != ["a": 1, "c": 2])
    #expect(JSONValue.array([1, 2]) != [2, 1])
  }

  @Test func `members keep their order`() {
    var object: JSONObject = ["b": 1, "a": 2, "c": 3]
    object["a"] = nil
    object["d"] = 4
    object["b"] = 5
    #expect(object.map(\.key) == ["b", "c", "d"])
    #expect(JSONValue.object(object).description == #"{"b":5,"c":3,"d":4}"#)
  }

  @Test func `the later of two values for one name counts`() {
    #expect(JSONValue.object(["a": 1, "b": 2, "a": 3]).description == #"{"a":3,"b":2}"#)
  }

  @Test func `values are looked at, not assumed`() {
    let value: JSONValue = ["list": [1, 2.5, "x", true], "one": 1.0]
    #expect(value["list"]?[1]?.numberValue == 2.5)
    #expect(value["list"]?[2]?.stringValue == "x")
    #expect(value["list"]?[3]?.boolValue == true)
    #expect(value["one"]?.integerValue == 1)
    #expect(value["list"]?[4] == nil)
    #expect(value["none"]?["deeper"] == nil)
  }
}
