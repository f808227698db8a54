import Testing

@testable import OrielTransport

@Suite struct FrameScannerTests {
  private static let sizes = [0, 1, 125, 126, 127, 65_535, 65_536]

  @Test func `masked frames pass, however the stream is cut`() {
    let stream = Self.sizes.flatMap { ClientFrame(payload: [UInt8](repeating: 0x81, count: $0)).bytes }
    for cut in [1, 2, 3, 7, 1040, stream.count] {
      var scanner = FrameScanner()
      #expect(Scan(stream, cut: cut, &scanner) == Scan(passed: stream))
      #expect(scanner == FrameScanner(), "the stream ended with a frame")
    }
  }

  @Test(arguments: sizes) func `a frame without a mask is seen behind masked ones`(size: Int) {
    let good = Self.sizes.flatMap { ClientFrame(payload: [UInt8](repeating: 7, count: $0)).bytes }
    let bad = ClientFrame(payload: [UInt8](repeating: 7, count: size), mask: nil).bytes
    for cut in [2, 1040] {
      var scanner = FrameScanner()
      let scan = Scan(good + bad, cut: cut, &scanner)
      // The second byte of its header tells.
      let seen = (good.count + 1) / cut * cut
      #expect(scan == Scan(passed: Array((good + bad)[..<seen]), violation: .notMasked))
    }
  }

  @Test func `pings are taken out, however the stream is cut`() {
    let payloads: [[UInt8]] = [[], [1, 2, 3], Array(1...125), [0x89, 0x80]]
    let pings = payloads.map { ClientFrame(opcode: 9, payload: $0).bytes }
    let parts = [
      ClientFrame.text("one ", isFinal: false).bytes, ClientFrame.continuation("two ", isFinal: false).bytes,
      ClientFrame(opcode: 10, payload: [9]).bytes,
      ClientFrame.continuation(String(repeating: "three", count: 99)).bytes,
    ]
    let stream = zip(pings, parts).flatMap { $0 + $1 }
    for cut in [1, 2, 3, 7, stream.count] {
      var scanner = FrameScanner()
      #expect(Scan(stream, cut: cut, &scanner) == Scan(passed: parts.flatMap(\.self), pings: payloads))
      #expect(scanner == FrameScanner(), "the stream ended with a frame")
    }
  }

  @Test func `a ping that is too long is seen`() {
    var scanner = FrameScanner()
    let ping = ClientFrame(opcode: 9, payload: [UInt8](repeating: 7, count: 126)).bytes
    #expect(Scan(ping, cut: 1, &scanner) == Scan(violation: .longPing))
  }

  @Test func `a close with half a code is seen`() {
    var scanner = FrameScanner()
    let close = ClientFrame(opcode: 8, payload: [3]).bytes
    #expect(Scan(close, cut: 1, &scanner) == Scan(passed: [0x88], violation: .shortClose))
  }

  /// A close; reserved bits; a reserved opcode; binary, which is refused; half a ping.
  @Test(arguments: [0x88, 0xC1, 0x83, 0x82, 0x09] as [UInt8])
  func `behind a frame that ends everything no ping is taken`(first: UInt8) {
    var scanner = FrameScanner()
    let stream = [first] + Array(ClientFrame.text("xy").bytes.dropFirst()) + ClientFrame(opcode: 9).bytes
    #expect(Scan(stream, cut: stream.count, &scanner) == Scan(passed: stream))
  }
}

/// What comes out of a scanner.
private struct Scan: Equatable {
  var passed: [UInt8] = []
  var pings: [[UInt8]] = []
  var violation: FrameScanner.Violation?
}

extension Scan {
  /// Of a stream in pieces of `cut` bytes, up to the piece with a violation.
  init(_ stream: [UInt8], cut: Int, _ scanner: inout FrameScanner) {
    do throws(FrameScanner.Violation) {
      for start in stride(from: 0, to: stream.count, by: cut) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: min(cut, stream.count - start), alignment: 1)
        defer { piece.deallocate() }
        piece.copyBytes(from: stream[start..<(start + piece.count)])
        passed += piece[..<(try scanner.scan(piece) { pings.append($0) })]
      }
    } catch {
      violation = error
    }
  }
}
