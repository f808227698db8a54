import OrielDocument

/// The messages in the order of their members. Verbs come first, so that a reader of a log sees them.
extension JSONWriter {
  mutating func message(_ verb: StaticString, _ write: (inout JSONWriter) -> Void) {
    object {
      $0.key(verb)
      write(&$0)
    }
  }

  mutating func state(rev: Int, applied: Int, _ writeDocument: (inout JSONWriter) -> Void) {
    message("state") {
      writeDocument(&$0)
      $0.member("rev", rev)
      $0.member("applied", applied)
    }
  }

  mutating func patch(
    rev: Int, base: Int?, applied: Int?, saved: Int?, _ writeOperations: (inout JSONWriter) -> Void
  ) {
    message("patch") {
      writeOperations(&$0)
      $0.member("rev", rev)
      $0.base(base, before: rev)
      $0.member("applied", applied)
      $0.member("saved", saved)
    }
  }

  mutating func rejected(_ event: Int, _ code: ServerMessage.RejectionCode, _ message: String, applied: Int) {
    self.message("rejected") {
      $0.object {
        $0.member("event", event)
        $0.member("code", code.rawValue)
        $0.member("message", message)
      }
      $0.member("applied", applied)
    }
  }

  mutating func trigger(_ id: String, _ kind: String, _ payload: JSONValue, _ expires: Int?) {
    message("trigger") {
      $0.object {
        $0.member("id", id)
        $0.member("kind", kind)
        $0.key("payload")
        $0.write(payload)
        $0.member("expires", expires)
      }
    }
  }

  mutating func shared(_ document: String, rev: Int, _ writeState: (inout JSONWriter) -> Void) {
    message("shared") {
      $0.object {
        $0.member("document", document)
        $0.member("rev", rev)
        $0.key("state")
        writeState(&$0)
      }
    }
  }

  mutating func shared(_ document: String, rev: Int, base: Int?, _ writeOperations: (inout JSONWriter) -> Void) {
    message("shared") {
      $0.object {
        $0.member("document", document)
        $0.member("rev", rev)
        $0.base(base, before: rev)
        $0.key("patch")
        writeOperations(&$0)
      }
    }
  }

  mutating func closing(_ code: UInt16, _ message: String, _ retryAfter: Int?) {
    self.message("closing") {
      $0.object {
        $0.member("code", Int(code))
        $0.member("message", message)
        $0.member("retryAfter", retryAfter)
      }
    }
  }

  /// Omitted if it is the default.
  private mutating func base(_ base: Int?, before rev: Int) {
    if base != rev - 1 { member("base", base) }
  }
}

extension JSONWriter {
  mutating func object(_ write: (inout JSONWriter) -> Void) {
    beginObject()
    write(&self)
    endObject()
  }

  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// An absent value is an absent member.
  mutating func member(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    key(name)
    integer(value)
  }
}
