/// The way to the value being coded, as a list that grows at its end without a copy: it is only read when something goes wrong.
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

/// A key that no type has declared: an index, or the place of a superclass.
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
