import Oriel
import OrielDocument
import Testing

/// What `@SavedValue` makes of values that an earlier version has saved.
struct SavedValueTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: JSONValue) throws -> Value {
    try JSONValueDecoder.decode(type, from: json)
  }

  @Test func `a property that was not saved has its default`() throws {
    let parcel = try decode(Parcel.self, ["id": 1, "to": "Ann", "size": ["width": 2]])
    #expect(parcel == Parcel(id: 1, receiver: "Ann", colour: nil, size: Parcel.Size(width: 2)))
    #expect(parcel.size.height == 1 && parcel.note == "" && parcel.kind == "parcel")
  }

  @Test func `a value is as it was saved`() throws {
    var parcel = Parcel(id: 1, receiver: "Ann", size: Parcel.Size(width: 2))
    parcel.note = "fragile"
    parcel.size.height = 4
    parcel.weight = 7
    parcel.colour = nil
    #expect(try decode(Parcel.self, JSONValueEncoder.encode(parcel)) == parcel)
  }

  @Test func `a property without a default must have been saved`() throws {
    let error = #expect(throws: DecodingError.self) { try decode(Parcel.self, ["id": 1, "size": ["width": 2]]) }
    let key: String? = if case .keyNotFound(let key, _)? = error { key.stringValue } else { nil }
    #expect(key == "to")
  }

  @Test func `a saved value of another type is not replaced by the default`() {
    #expect(throws: DecodingError.self) { try decode(Pair<Int>.self, ["first": 1, "second": "two"]) }
  }

  @Test func `a generic value has its defaults`() throws {
    #expect(try decode(Pair<Int>.self, ["first": 1]) == Pair(first: 1))
  }
}

@SavedValue
private struct Parcel: Codable, Equatable, Identifiable {
  let id: Int
  var receiver: String
  var note = ""
  var weight: Int?
  var colour: String? = "brown"
  var size: Size
  let kind = "parcel"
  var area: Int { size.width * size.height }
  static let none = 0

  enum CodingKeys: String, CodingKey {
    case id
    case receiver = "to"
    case note, weight, colour, size
  }

  @SavedValue
  struct Size: Codable, Equatable {
    var width: Int
    var height = 1
  }
}

@SavedValue
struct Pair<Value: Codable & Equatable>: Codable, Equatable {
  let first: Value
  var second = 2
}
