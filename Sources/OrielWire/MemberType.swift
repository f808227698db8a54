import OrielDocument

/// Parses and validates one kind of member.
struct MemberType<Value> {
  let read: (_ value: JSONValue, _ name: String) throws(WireError) -> Value
}

extension JSONObject {
  func required<Value>(_ name: String, _ type: MemberType<Value>) throws(WireError) -> Value {
    guard let value = self[name] else { throw .missingMember(name) }
    return try type.read(value, name)
  }

  func optional<Value>(_ name: String, _ type: MemberType<Value>) throws(WireError) -> Value? {
    guard let value = self[name] else { return nil }
    return try type.read(value, name)
  }
}

extension MemberType {
  /// A type whose values can be parsed or refused.
  private static func plain(_ value: @escaping (JSONValue) -> Value?) -> MemberType {
    MemberType { (json, name) throws(WireError) in
      guard let value = value(json) else { throw .wrongType(name) }
      return value
    }
  }
}

extension MemberType<String> {
  static var text: Self { plain(\.stringValue) }

  /// An id or name of 1–64 characters, counted in scalars (see the protocol, *Values*).
  static var identifier: Self {
    Self { (json, name) throws(WireError) in
      guard let text = json.stringValue else { throw .wrongType(name) }
      // No more scalars than bytes.
      guard !text.isEmpty, text.utf8.count <= 64 || text.unicodeScalars.dropFirst(64).isEmpty else {
        throw .outOfRange(name)
      }
      return text
    }
  }
}

extension MemberType<String> {
  /// An identifier, or an empty text for none.
  static var identifierOrNone: Self {
    Self { (json, name) throws(WireError) in json.stringValue == "" ? "" : try identifier.read(json, name) }
  }
}

extension MemberType<Int> {
  private static var largest: Int { 1 << 53 - 1 }

  /// An integer from 0 to 2^53 − 1, the range of every client's numbers; `1.0` is 1 (see the protocol, *Values*).
  static var counter: Self {
    Self { (json, name) throws(WireError) in
      guard json.numberValue != nil else { throw .wrongType(name) }
      guard let value = json.integerValue, 0...largest ~= value else { throw .outOfRange(name) }
      return value
    }
  }
}

extension MemberType<Double> {
  /// A length in CSS pixels, which need not be whole.
  static var length: Self {
    Self { (json, name) throws(WireError) in
      guard let value = json.numberValue else { throw .wrongType(name) }
      guard 0...0x1p53 ~= value else { throw .outOfRange(name) }
      return value
    }
  }
}

extension MemberType<Bool> {
  static var flag: Self { plain(\.boolValue) }
}

extension MemberType<JSONObject> {
  static var object: Self { plain(\.objectValue) }
}

extension MemberType<JSONValue> {
  static var anything: Self { plain { $0 } }
}

extension MemberType<[String]> {
  static var names: Self {
    plain { json in
      guard let elements = json.arrayValue else { return nil }
      let names = elements.compactMap(\.stringValue)
      return names.count == elements.count ? names : nil
    }
  }
}

extension MemberType where Value: RawRepresentable<String> & CaseIterable {
  /// One of a closed set of words.
  static var word: Self { plain { $0.stringValue.flatMap(Value.init(word:)) } }
}

extension MemberType<TriggerStatus> {
  /// A page's answer to a trigger.
  static var answer: Self {
    plain { $0.stringValue.flatMap(TriggerStatus.init(word:)).flatMap { $0.isAnswer ? $0 : nil } }
  }
}

extension RawRepresentable<String> where Self: CaseIterable {
  /// Finds the word with these scalars. `init(rawValue:)` compares with `==`, which normalises: 64 KiB of combining
  /// marks would take it milliseconds.
  init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: word) }) else { return nil }
    self = found
  }
}
