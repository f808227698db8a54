import OrielDocument

extension ClientMessage {
  /// Reads one text message. Members it does not know are ignored, but no `null` is, wherever it stands.
  package init(decoding bytes: UnsafeRawBufferPointer) throws(WireError) {
    let (verb, value) = try Self.verb(of: try Self.members(bytes))
    switch verb {
    case .attach: self = .attach(try Attach(try value.object()))
    case .event: self = .event(try WindowEvent(try value.object()))
    case .performed: self = .performed(try Performed(try value.object()))
    case .environment: self = .environment(try EnvironmentReport(try value.object()))
    case .rows: self = .rows(try RowsRequest(try value.object()))
    case .credentials: self = .credentials(token: try value.object().required("token", .text))
    case .ping: self = .ping(try MemberType.counter.read(value.json, value.name))
    case .drawn: self = .drawn(try Drawn(try value.object()))
    case .leave:
      _ = try value.object()
      self = .leave
    }
  }

  private enum Verb: String, CaseIterable {
    case attach, event, performed, environment, rows, credentials, ping, drawn, leave
  }

  private struct VerbValue {
    let name: String
    let json: JSONValue

    func object() throws(WireError) -> JSONObject { try MemberType.object.read(json, name) }
  }

  private static func members(_ bytes: UnsafeRawBufferPointer) throws(WireError) -> JSONObject {
    let json: JSONValue
    do { json = try JSONReader.value(from: bytes, allowsNull: false) } catch { throw .json(error) }
    guard case .object(let members) = json else { throw .notAnObject }
    return members
  }

  /// Exactly one of the members is a verb.
  private static func verb(of members: JSONObject) throws(WireError) -> (Verb, VerbValue) {
    var found: (Verb, VerbValue)?
    for (name, json) in members {
      guard let verb = Verb(word: name) else { continue }
      if let first = found?.1.name { throw .twoVerbs(first, name) }
      found = (verb, VerbValue(name: name, json: json))
    }
    if let found { return found }
    throw members.first { _ in true }.map { .unknownVerb($0.key) } ?? .noVerb
  }
}
