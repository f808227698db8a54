import OrielHub

/// Random bytes from the kernel (`getrandom`).
package struct SystemRandomness: Randomness {
  package init() {}

  package func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    // Eight bytes at a time, because each number is a system call.
    let numbers = (0..<(count + 7) / 8).map { _ in generator.next() as UInt64 }
    return numbers.withUnsafeBytes { Array($0.prefix(count)) }
  }
}
