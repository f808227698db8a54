/// The coding path, as a linked list: appending a key copies nothing, and the array of keys is built only on demand,
/// mostly for an error.
indirect enum CodingSteps {
  case root
  case step(CodingSteps, any CodingKey)

  func appending(_ key: any CodingKey) -> CodingSteps { .step(self, key) }

  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var rest = self
    while case .step(let before, let key) = rest {
      keys.append(key)
      rest = before
    }
    return keys.reversed()
  }
}

/// A coding key that no type declares: an array index, or the key of a superclass.
struct CodingStep: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }

  static let `super` = CodingStep(stringValue: "super")
}
