import Foundation
import OrielDocument
import Testing

struct CodingTests {
  struct Person: Codable, Equatable {
    var name: String
    var age: Int?
    var tags: [String] = []
    var home: Address?
    var scores: [String: Double] = [:]
    var names: [Int: String] = [:]
    var role = Role.user(level: 1)
    var website: URL?
  }

  struct Address: Codable, Equatable { var street: String }

  enum Role: Codable, Equatable {
    case user(level: Int)
    case admin
  }

  class Shape: Codable {
    var name = "shape"
  }

  final class Circle: Shape {
    var radius = 1.5

    override init() { super.init() }

    private enum Keys: CodingKey { case radius }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(radius, forKey: .radius)
      try super.encode(to: container.superEncoder())
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      radius = try container.decode(Double.self, forKey: .radius)
      try super.init(from: container.superDecoder())
    }
  }

  struct Nested: Codable, Equatable {
    var points = [[1, 2], [3]]

    private enum Keys: CodingKey { case outer, inner, late }

    init() {}

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Keys.self)
      var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .outer)
      var rows = inner.nestedUnkeyedContainer(forKey: .inner)
      try outer.encode("written before the rows", forKey: .late)
      for point in points {
        var row = rows.nestedUnkeyedContainer()
        for number in point { try row.encode(number) }
      }
    }

    init(from decoder: any Decoder) throws {
      let inner = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .outer)
      var rows = try inner.nestedUnkeyedContainer(forKey: .inner)
      points = []
      while !rows.isAtEnd {
        var row = try rows.nestedUnkeyedContainer()
        var point: [Int] = []
        while !row.isAtEnd { point.append(try row.decode(Int.self)) }
        points.append(point)
      }
    }
  }

  private let person = Person(
    name: "Zoë", age: nil, tags: ["a", "b"], home: Address(street: "Main"), scores: ["x": 0.5, "y": 2],
    names: [7: "seven"],
    role: .admin, website: URL(string: "https://example.org/a?b"))

  @Test func `a value comes back from its JSON`() throws {
    let json = try JSONValueEncoder.encode(person)
    #expect(
      json == [
        "name": "Zoë", "tags": ["a", "b"], "home": ["street": "Main"], "scores": ["x": 0.5, "y": 2],
        "names": ["7": "seven"],
        "role": ["admin": [:]], "website": ["relative": "https://example.org/a?b"],
      ])
    #expect(try JSONValueDecoder.decode(Person.self, from: json) == person)
  }

  @Test func `a Foundation coder makes the same of it`() throws {
    var plain = person
    plain.website = nil
    let text = String(decoding: try JSONEncoder().encode(plain), as: UTF8.self)
    #expect(try JSONValue(parsing: text) == JSONValueEncoder.encode(plain))
    let json = try JSONValueEncoder.encode(plain)
    #expect(try JSONDecoder().decode(Person.self, from: Data(json.description.utf8)) == plain)
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(json)) == json)
  }

  @Test func `a superclass has its own place`() throws {
    let circle = Circle()
    (circle.name, circle.radius) = ("ring", 2.5)
    let json = try JSONValueEncoder.encode(circle)
    #expect(json == ["radius": 2.5, "super": ["name": "ring"]])
    let copy = try JSONValueDecoder.decode(Circle.self, from: json)
    #expect(copy.name == "ring" && copy.radius == 2.5)
  }

  @Test func `nested containers may be written to late`() throws {
    let json = try JSONValueEncoder.encode(Nested())
    #expect(json == ["outer": ["inner": [[1, 2], [3]]], "late": "written before the rows"])
    #expect(try JSONValueDecoder.decode(Nested.self, from: json) == Nested())
  }

  @Test func `integers lose nothing`() throws {
    let numbers: [UInt64] = [0, UInt64(Int.max), UInt64(Int.max) + 1, .max]
    let json = try JSONValueEncoder.encode(numbers)
    #expect(json == [0, .integer(.max), "9223372036854775808", "18446744073709551615"])
    #expect(try JSONValueDecoder.decode([UInt64].self, from: json) == numbers)
    #expect(
      try JSONValueDecoder.decode([Int64].self, from: JSONValueEncoder.encode([Int64.min, .max])) == [.min, .max])
    #expect(try JSONValueDecoder.decode(Int.self, from: 3.0) == 3)
    #expect(try JSONValueDecoder.decode(Double.self, from: 3) == 3)
    #expect(try JSONValueDecoder.decode(Float.self, from: JSONValueEncoder.encode(Float(0.1))) == 0.1)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that is none cannot be encoded`(_ number: Double) {
    #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(["a": [number]]) }
    #expect(throws: EncodingError.self) { try JSONValueEncoder.encode(Float(number)) }
  }

  @Test(
    arguments: [
      (["name": 1], "name"), (["name": .null], "name"), (["name": "x"], ""),
      (["name": "x", "tags": ["a", 2]], "tags.1"),
      (["name": "x", "tags": [], "home": [:]], "home"), (["name": "x", "tags": [], "age": 1.5], "age"),
      (["name": "x", "tags": [], "age": "1"], "age"), ([1], ""), ("x", ""), (["name": "x", "tags": [:]], "tags"),
    ] as [(JSONValue, String)])
  func `what does not fit says where`(_ json: JSONValue, _ path: String) {
    let error = #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(Person.self, from: json) }
    #expect(error.map(self.path) == path)
  }

  private func path(_ error: DecodingError) -> String {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    @unknown default: ""
    }
  }

  @Test func `an integer out of range is refused`() {
    #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(UInt8.self, from: 300) }
    #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(UInt8.self, from: -1) }
    #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(UInt64.self, from: -1) }
    #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(Int.self, from: 1e19) }
    #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(UInt64.self, from: "9x") }
    #expect(throws: DecodingError.self) { try JSONValueDecoder.decode(Float.self, from: 1e300) }
  }

  @Test func `optional and empty values stay what they are`() throws {
    #expect(try JSONValueEncoder.encode([1, nil] as [Int?]) == [1, .null])
    #expect(try JSONValueDecoder.decode([Int?].self, from: [1, .null]) == [1, nil])
    #expect(try JSONValueEncoder.encode(String?.none) == .null)
    #expect(try JSONValueEncoder.encode(String?.some("a")) == "a")
    #expect(try JSONValueEncoder.encode([String: Int]()) == [:])
    #expect(try JSONValueEncoder.encode([Int]()) == [])
  }

  @Test func `a JSON value is taken as it is`() throws {
    let json: JSONValue = ["a": [1, .null, 0.5, ["b": true]]]
    #expect(try JSONValueEncoder.encode(["x": json]) == ["x": json])
    #expect(try JSONValueDecoder.decode([String: JSONValue].self, from: ["x": json]) == ["x": json])
  }

  @Test func `a large dictionary comes back`() throws {
    let large = Dictionary(uniqueKeysWithValues: (0..<500).map { ("k\($0)", $0) })
    #expect(try JSONValueDecoder.decode([String: Int].self, from: JSONValueEncoder.encode(large)) == large)
  }

  @Test func `user info reaches every coder`() throws {
    struct Marked: Codable {
      static let key = CodingUserInfoKey(rawValue: "mark")!
      init() {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo[Self.key] as? String ?? "none")
      }
      init(from decoder: any Decoder) throws {
        guard decoder.userInfo[Self.key] as? String == "here" else {
          throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no user info"))
        }
      }
    }
    let json = try JSONValueEncoder(userInfo: [Marked.key: "here"]).encode([["a": Marked()]])
    #expect(json == [["a": "here"]])
    #expect(try JSONValueDecoder(userInfo: [Marked.key: "here"]).decode([[String: Marked]].self, from: json).count == 1)
    #expect(throws: DecodingError.self) { try JSONValueDecoder.decode([[String: Marked]].self, from: json) }
  }
}
