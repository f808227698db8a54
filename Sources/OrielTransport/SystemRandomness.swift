import OrielHub

/// The kernel's random numbers (`getrandom`).
package struct SystemRandomness: Randomness {
  package init() {}

  package func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in generator.next() }
  }
}
