import Oriel

// The filter as operators type it: `scene:shop idle>5m tag:vip -node:b anna`.

extension WindowFilter {
  /// A condition of a filter as it is typed.
  package struct Clause: Hashable, Sendable {
    package enum Field: String, Sendable, CaseIterable {
      case user, tenant, scene, tag, node, title, id
      /// The state, such as `attached`.
      case state = "is"
      /// Milliseconds since the window was used.
      case idle
      /// Milliseconds of the slowest of the last events.
      case slowest
    }

    package enum Comparison: Character, Sendable {
      case equal = ":"
      case more = ">"
      case less = "<"
    }

    package var field: Field
    package var comparison = Comparison.equal
    package var text: String
    /// The number of a comparison.
    package var number: Int64 = 0
    package var isNegated = false
  }

  /// The conditions and words of one filter.
  package static let maxClauses = 16
  package static let maxBytes = 1000

  /// Reads a filter.
  ///
  /// - Parameter state: The state of a filter that names none.
  /// - Throws: ``FilterError``, which says what to write instead.
  package init(_ text: String, state: State = .awake) throws(FilterError) {
    self.init()
    self.state = state
    guard text.utf8.count <= Self.maxBytes else { throw .tooLong }
    let parts = Self.parts(of: text)
    guard parts.count <= Self.maxClauses else { throw .tooMany }
    var words: [String] = []
    for part in parts {
      let isNegated = part.text.first == "-" && part.text.count > 1 && !part.isQuoted
      let body = isNegated ? String(part.text.dropFirst()) : part.text
      guard !part.isQuoted, let mark = body.firstIndex(where: { Clause.Comparison(rawValue: $0) != nil }) else {
        if isNegated { clauses.append(Clause(field: .title, text: body, isNegated: true)) } else { words.append(body) }
        continue
      }
      let clause = try Self.clause(
        String(body[..<mark]), Clause.Comparison(rawValue: body[mark])!, String(body[body.index(after: mark)...]))
      try add(clause, isNegated: isNegated)
    }
    self.text = words.joined(separator: " ")
  }

  private mutating func add(_ clause: Clause, isNegated: Bool) throws(FilterError) {
    var clause = clause
    clause.isNegated = isNegated
    if clause.field == .state, !isNegated {
      state = State(rawValue: clause.text)!
    } else if clause.field == .tenant, !isNegated {
      guard let name = Tenant(named: clause.text) else {
        throw .wrongValue("tenant", clause.text, expected: "a tenant's name")
      }
      tenant = name
    } else {
      clauses.append(clause)
    }
  }

  private static func clause(
    _ name: String, _ comparison: Clause.Comparison, _ value: String
  ) throws(FilterError) -> Clause {
    guard let field = Clause.Field(rawValue: name.lowercased()) else { throw .unknownField(name) }
    guard !value.isEmpty else { throw .noValue(name) }
    switch field {
    case .idle, .slowest:
      guard comparison != .equal else { throw .wrongValue(name, value, expected: "a comparison, as in \(name)>5m") }
      guard let duration = duration(value) else {
        throw .wrongValue(name, value, expected: "a duration such as 300ms, 30s, 5m, 2h or 7d")
      }
      return Clause(field: field, comparison: comparison, text: value, number: duration)
    case .state:
      guard State(rawValue: value) != nil else {
        throw .wrongValue(name, value, expected: "one of \(State.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      fallthrough
    default:
      guard comparison == .equal else { throw .wrongValue(name, value, expected: "a colon, as in \(name):\(value)") }
      return Clause(field: field, text: value)
    }
  }

  /// A value as one part of a filter.
  package static func quoted(_ value: String) -> String { value.contains(" ") ? "\"\(value)\"" : value }

  /// A number of milliseconds with its unit: `5m`.
  package static func duration(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units: [String: Int64] = [
      "ms": 1, "s": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000,
    ]
    guard let number = Int64(digits), number < 1 << 31, let unit = units[String(text.dropFirst(digits.count))] else {
      return nil
    }
    return number * unit
  }

  /// The parts between spaces. A text between quotation marks is one part, without the marks.
  private static func parts(of text: String) -> [(text: String, isQuoted: Bool)] {
    var parts: [(text: String, isQuoted: Bool)] = []
    var (part, isOpen, isQuoted) = ("", false, false)
    for character in text {
      switch character {
      case "\"":
        if part.isEmpty { isQuoted = true }
        isOpen.toggle()
      case " " where !isOpen:
        if !part.isEmpty { parts.append((part, isQuoted)) }
        (part, isQuoted) = ("", false)
      default: part.append(character)
      }
    }
    if !part.isEmpty { parts.append((part, isQuoted)) }
    return parts
  }
}

/// The reason why a filter can't be read.
package enum FilterError: Error, Hashable {
  case tooLong
  case tooMany
  case unknownField(String)
  case noValue(String)
  case wrongValue(String, String, expected: String)

  /// For operators.
  package var words: String {
    switch self {
    case .tooLong: "A filter has at most \(WindowFilter.maxBytes) bytes."
    case .tooMany: "A filter has at most \(WindowFilter.maxClauses) conditions and words."
    case .unknownField(let name):
      "There is no “\(name)”: use \(WindowFilter.Clause.Field.allCases.map(\.rawValue).joined(separator: ", ")), or put the words in quotation marks."
    case .noValue(let name): "“\(name)” needs a value, as in \(name):value."
    case .wrongValue(let name, let value, let expected): "“\(name)” can’t be “\(value)”: write \(expected)."
    }
  }
}

/// A window as the conditions of a filter see it.
struct FilteredWindow {
  var id: WindowID
  var tenant: Tenant
  var user: String
  var scene: String
  var state: WindowFilter.State
  var usedAt: Int64
  /// Nanoseconds.
  var slowest: Int64 = 0
  /// Whether it has a tag.
  var has: (_ tag: String) -> Bool = { _ in false }
  /// Whether a title has this lower-case part.
  var isTitled: (_ part: [UInt8]) -> Bool
}

extension WindowFilter.Clause {
  func matches(_ window: FilteredWindow, node: String?, now: Int64) -> Bool {
    let isMet =
      switch field {
      case .user: window.user.hasSameScalars(as: text)
      case .tenant: window.tenant.name == text
      case .scene: window.scene.hasSameScalars(as: text)
      case .tag: window.has(text)
      case .node: node?.hasSameScalars(as: text) ?? false
      case .title: window.isTitled(Array(text.lowercased().utf8))
      case .id: window.id.rawValue.utf8.starts(with: text.utf8)
      case .state: matches(window.state)
      case .idle: compares(now - window.usedAt)
      case .slowest: compares(window.slowest / 1_000_000)
      }
    return isMet != isNegated
  }

  private func matches(_ state: WindowFilter.State) -> Bool {
    switch WindowFilter.State(rawValue: text) {
    case .all: true
    case .awake: state == .attached || state == .behind || state == .waiting
    case .attached: state == .attached || state == .behind
    case let wanted: wanted == state
    }
  }

  private func compares(_ value: Int64) -> Bool { comparison == .more ? value > number : value < number }
}
