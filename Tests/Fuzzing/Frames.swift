@testable import OrielTransport

/// A WebSocket's stream of bytes, which means the same however the network cuts it: the first byte says how.
func fuzzFrames(_ input: [UInt8]) {
  guard let first = input.first else { return }
  let stream = Array(input.dropFirst())
  let whole = scan(stream, cut: stream.count + 1)
  let pieces = scan(stream, cut: Int(first) + 1)
  require(whole.pings == pieces.pings || whole.violation != nil, "the same pings: \(whole) \(pieces)")
  require(whole.violation == pieces.violation, "the same violation: \(whole) \(pieces)")
  require(whole.passed == pieces.passed || whole.violation != nil, "the same is left: \(whole) \(pieces)")
}

private struct Scan {
  var passed: [UInt8] = []
  var pings: [[UInt8]] = []
  var violation: FrameScanner.Violation?
}

private func scan(_ stream: [UInt8], cut: Int) -> Scan {
  var (scanner, result) = (FrameScanner(), Scan())
  for start in stride(from: 0, to: stream.count, by: cut) {
    var piece = Array(stream[start..<min(start + cut, stream.count)])
    let left = piece.withUnsafeMutableBytes { bytes in
      Result { () throws(FrameScanner.Violation) in try scanner.scan(bytes) { result.pings.append($0) } }
    }
    switch left {
    case .success(let count): result.passed += piece[..<count]
    case .failure(let violation):
      result.violation = violation
      return result
    }
  }
  return result
}
