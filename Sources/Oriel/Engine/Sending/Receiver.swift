/// A model's handler of sent values of one type.
struct Receiver {
  let type: ObjectIdentifier
  let receive: (any Codable) throws -> ReceiveResume

  init<Value: Codable>(_ handler: @escaping (Value) throws -> ReceiveResume) {
    type = ObjectIdentifier(Value.self)
    receive = { value in
      guard let value = value as? Value else { return .cancel }
      return try handler(value)
    }
  }
}
