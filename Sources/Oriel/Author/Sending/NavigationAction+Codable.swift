import OrielDocument

extension NavigationAction: Codable {
  private enum Key: CodingKey { case action, name, values }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch kind {
    case .dismissAll: try container.encode("dismissAll", forKey: .action)
    case .popAll: try container.encode("popAll", forKey: .action)
    case .reset: try container.encode("reset", forKey: .action)
    case .empty: try container.encode("empty", forKey: .action)
    case .locked: try container.encode("locked", forKey: .action)
    case .pause: try container.encode("pause", forKey: .action)
    case .popAllIn(let name):
      try container.encode("popAllIn", forKey: .action)
      try container.encode(name, forKey: .name)
    case .send(let values):
      try container.encode("send", forKey: .action)
      try container.encode(values.map(SentValue.init), forKey: .values)
    case .closure:
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "made of a closure"))
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(String.self, forKey: .action) {
    case "dismissAll": self = .dismissAll
    case "popAll": self = .popAll
    case "reset": self = .reset
    case "empty": self = .empty
    case "locked": self = .locked
    case "pause": self = .pause
    case "popAllIn": self = .popTo(named: try container.decode(String.self, forKey: .name))
    case "send":
      let values = try container.decode([SentValue].self, forKey: .values).map(\.value)
      self = NavigationAction(.send(values), "send")
    case let other:
      throw DecodingError.dataCorruptedError(forKey: .action, in: container, debugDescription: "no action \"\(other)\"")
    }
  }
}
