import OrielDocument

/// Numbers that are the same for the same seed (SplitMix64), so that a failure can be had again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Any JSON at all, with names and texts that are hard to get right.
extension SeededGenerator {
  private static let names = [
    "a", "b", "id", "type", "model", "a/b", "m~n", "~1", "-", "0", "12", "", "é", "e\u{301}", "\u{301}x", "😀", "\n\"\\",
  ]

  mutating func name() -> String { Self.names.randomElement(using: &self)! }

  mutating func value(depth: Int = 3) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &self) {
    case 0: .null
    case 1: .bool(chance(50))
    case 2: .integer(Int.random(in: -3...3, using: &self))
    case 3: .number([0.5, -0.0, 1, 1e300, 0.1, -2.5e-7].randomElement(using: &self)!)
    case 4, 5: .string(name())
    case 6: .array((0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth: depth - 1) })
    default: object(depth: depth)
    }
  }

  mutating func object(depth: Int = 3) -> JSONValue {
    .object(JSONObject((0..<Int.random(in: 0...5, using: &self)).map { _ in (name(), value(depth: depth - 1)) }))
  }

  /// The value with some things in it changed, so that most of it stays.
  mutating func changed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(changed(elements))
    case .object(let object): .object(changed(object))
    default: chance(50) ? self.value(depth: 1) : value
    }
  }

  private mutating func changed(_ elements: [JSONValue]) -> [JSONValue] {
    var elements = elements.filter { _ in !chance(15) }
    if chance(20) { elements.shuffle(using: &self) }
    for place in elements.indices where chance(30) { elements[place] = changed(elements[place]) }
    if chance(40) { elements.insert(value(depth: 1), at: Int.random(in: 0...elements.count, using: &self)) }
    if chance(10), let element = elements.first { elements.append(element) }
    return elements
  }

  private mutating func changed(_ object: JSONObject) -> JSONObject {
    var members = object.filter { _ in !chance(10) }
    if chance(20) { members.shuffle(using: &self) }
    for place in members.indices where chance(35) { members[place].value = changed(members[place].value) }
    var changed = JSONObject(members.map { ($0.key, $0.value) })
    if chance(25) { changed[name()] = value(depth: 1) }
    return changed
  }
}

/// Documents as windows have them: models, stacks, screens of elements with ids.
extension SeededGenerator {
  mutating func document() -> JSONValue {
    var document: JSONValue = [
      "scene": "main", "root": "m1", "models": ["m1": ["kind": "stack", "path": [["model": "m2"]]]],
    ]
    for number in 2...Int.random(in: 2...5, using: &self) { document = pushing("m\(number)", onto: document) }
    return document
  }

  /// What a transaction may do: type, tick, reorder rows, push, pop, present.
  mutating func transaction(_ document: JSONValue) -> JSONValue {
    guard var object = document.objectValue, var models = object["models"]?.objectValue else { return document }
    for member in models where member.value["kind"] == "screen" && chance(50) {
      models[member.key] = turned(member.value)
    }
    object["models"] = .object(models)
    if chance(20) { object["title"] = .string(name()) }
    if chance(20) { return pushing("m\(Int.random(in: 6...99, using: &self))", onto: .object(object)) }
    return chance(20) ? popping(.object(object)) : .object(object)
  }

  private mutating func screen() -> JSONValue {
    let rows = (0..<Int.random(in: 0...12, using: &self)).map { row("r\($0)") }
    return [
      "kind": "screen", "type": .string(["Inbox", "Message"].randomElement(using: &self)!),
      "body": [["type": "text", "text": .string(name())], ["type": "list", "id": "l", "children": .array(rows)]],
    ]
  }

  private mutating func row(_ id: String) -> JSONValue {
    ["id": .string(id), "type": "button", "title": .string(name()), "disabled": .bool(chance(50))]
  }

  private mutating func turned(_ screen: JSONValue) -> JSONValue {
    var screen = screen.objectValue ?? [:]
    var body = screen["body"]?.arrayValue ?? []
    if chance(50), !body.isEmpty { body[0] = ["type": "text", "text": .string(name())] }
    if var list = body.last?.objectValue, var rows = list["children"]?.arrayValue {
      if chance(30), !rows.isEmpty { rows.append(rows.remove(at: Int.random(in: 0..<rows.count, using: &self))) }
      if chance(30), !rows.isEmpty { rows.remove(at: Int.random(in: 0..<rows.count, using: &self)) }
      if chance(30) { rows.insert(row("n\(Int.random(in: 0...999, using: &self))"), at: 0) }
      if chance(10) { rows.reverse() }
      for place in rows.indices where chance(20) { rows[place] = row(rows[place]["id"]?.stringValue ?? "") }
      list["children"] = .array(rows)
      body[body.count - 1] = .object(list)
    }
    screen["body"] = .array(body)
    return .object(screen)
  }

  private mutating func pushing(_ id: String, onto document: JSONValue) -> JSONValue {
    guard var object = document.objectValue, var models = object["models"]?.objectValue else { return document }
    var path = models["m1"]?["path"]?.arrayValue ?? []
    guard models[id] == nil || path.isEmpty else { return document }
    path.append(["model": .string(id)])
    models["m1"] = ["kind": "stack", "path": .array(path)]
    models[id] = screen()
    object["models"] = .object(models)
    return .object(object)
  }

  private func popping(_ document: JSONValue) -> JSONValue {
    guard var object = document.objectValue, var models = object["models"]?.objectValue,
      var path = models["m1"]?["path"]?.arrayValue, path.count > 1, let id = path.removeLast()["model"]?.stringValue
    else { return document }
    models[id] = nil
    models["m1"] = ["kind": "stack", "path": .array(path)]
    object["models"] = .object(models)
    return .object(object)
  }
}
