import CLibFuzzer
import Glibc

/// `OrielFuzzing TARGET …`: the rest is for libFuzzer. A target fails by a trap, or by a law that does not hold.
@main
enum Fuzzing {
  nonisolated(unsafe) fileprivate static var target: ([UInt8]) -> Void = { _ in }  // Guard: libFuzzer has one thread.

  static func main() {
    guard let name = CommandLine.arguments.dropFirst().first, let target = fuzzTargets[name] else {
      print(fuzzTargets.keys.sorted().joined(separator: "\n"))
      exit(EX_USAGE)
    }
    self.target = target
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
    exit(LLVMFuzzerRunDriver(&count, &arguments, testOneInput))
  }
}

/// libFuzzer's own `main`, which is linked but not used, wants it by this name.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzing.target(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// A law that holds for every input.
func require(_ holds: Bool, _ law: @autoclosure () -> String) {
  if !holds { fatalError(law()) }
}
