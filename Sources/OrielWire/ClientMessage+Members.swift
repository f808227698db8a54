import OrielDocument

extension Attach {
  init(_ members: JSONObject) throws(WireError) {
    self.init(
      instance: try members.required("instance", .identifier),
      scene: try members.optional("scene", .identifier),
      value: try members.optional("value", .anything),
      url: try members.optional("url", .text),
      window: try members.optional("window", .identifier),
      takeover: try members.optional("takeover", .flag) == true,
      reopen: try members.optional("reopen", .flag) == true,
      epoch: try members.optional("epoch", .identifier),
      rev: try members.optional("rev", .counter),
      saved: try members.optional("saved", .counter),
      sent: try members.optional("sent", .counter),
      observe: try members.optional("observe", .flag) == true,
      environment: try EnvironmentReport(try members.required("environment", .object)),
      capabilities: try Capabilities(try members.required("capabilities", .object)),
      client: try members.optional("client", .identifier))
  }
}

extension Capabilities {
  init(_ members: JSONObject) throws(WireError) {
    self.init(
      present: try members.optional("present", .names) ?? [],
      trigger: try members.optional("trigger", .names) ?? [],
      element: try members.optional("element", .names) ?? [],
      compression: try members.optional("compression", .names) ?? [])
  }
}

extension EnvironmentReport {
  init(_ members: JSONObject) throws(WireError) {
    self.init(
      locale: try members.optional("locale", .text),
      timeZone: try members.optional("timeZone", .text),
      colorScheme: try members.optional("colorScheme", .word),
      reducedMotion: try members.optional("reducedMotion", .flag),
      width: try members.optional("width", .length),
      height: try members.optional("height", .length),
      visible: try members.optional("visible", .flag))
  }
}

extension WindowEvent {
  init(_ members: JSONObject) throws(WireError) {
    self.init(
      id: try members.required("id", .counter),
      model: try members.required("model", .identifier),
      element: try members.optional("element", .identifier),
      name: try members.required("name", .identifier),
      value: try members.optional("value", .anything),
      over: try members.optional("over", .object).map { (members) throws(WireError) in try TextBase(members) })
  }
}

extension TextBase {
  init(_ members: JSONObject) throws(WireError) {
    let (from, to) = (try members.required("from", .counter), try members.required("to", .counter))
    guard from <= to else { throw .outOfRange("to") }
    self.init(from..<to, was: try members.required("was", .text))
  }
}

extension RowsRequest {
  init(_ members: JSONObject) throws(WireError) {
    self.init(
      model: try members.required("model", .identifier),
      element: try members.required("element", .identifier),
      sequence: try members.required("sequence", .counter),
      from: try members.optional("from", .counter),
      count: try members.optional("count", .counter),
      anchor: try members.optional("anchor", .object).map { (members) throws(WireError) in try Anchor(members) },
      hold: try members.optional("hold", .flag),
      to: try members.optional("to", .identifier),
      menu: try members.optional("menu", .identifierOrNone),
      detail: try members.optional("detail", .identifierOrNone),
      copy: try members.optional("copy", .identifier),
      find: try members.optional("find", .object).map { (members) throws(WireError) in try Find(members) },
      fresh: try members.optional("fresh", .flag) == true)
  }
}

extension RowsRequest.Anchor {
  init(_ members: JSONObject) throws(WireError) {
    self.init(id: try members.required("id", .identifier), index: try members.required("index", .counter))
  }
}

extension RowsRequest.Find {
  init(_ members: JSONObject) throws(WireError) {
    let prefix = try members.optional("prefix", .text)
    guard prefix == nil || members["text"] == nil else { throw .outOfRange("find") }
    let text = if let prefix { prefix } else { try members.required("text", .text) }
    self.init(
      text, isPrefix: prefix != nil, after: try members.optional("after", .identifier),
      isBackwards: try members.optional("back", .flag) == true)
  }
}

extension Drawn {
  init(_ members: JSONObject) throws(WireError) {
    self.init(
      rev: try members.required("rev", .counter), messages: try members.required("messages", .counter),
      roundTrip: try members.optional("roundTrip", .counter))
  }
}

extension Performed {
  init(_ members: JSONObject) throws(WireError) {
    self.init(
      trigger: try members.required("trigger", .identifier),
      status: try members.required("status", .answer),
      value: try members.optional("value", .anything))
  }
}
