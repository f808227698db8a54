import Testing

@testable import OrielTransport

@Suite struct FrameScannerTests {
  private static let sizes = [0, 1, 125, 126, 127, 65_535, 65_536]

  @Test func `masked frames pass, however the stream is cut`() {
    let stream = Self.sizes.flatMap { ClientFrame(payload: [UInt8](repeating: 0x81, count: $0)).bytes }
    for cut in [1, 2, 3, 7, 1040, stream.count] {
      var scanner = FrameScanner()
      #expect(Self.firstBadPiece(of: stream, cut: cut, &scanner) == nil)
      #expect(scanner == FrameScanner(), "the stream ended with a frame")
    }
  }

  @Test(arguments: sizes) func `a frame without a mask is seen behind masked ones`(size: Int) {
    let good = Self.sizes.flatMap { ClientFrame(payload: [UInt8](repeating: 7, count: $0)).bytes }
    let bad = ClientFrame(payload: [UInt8](repeating: 7, count: size), mask: nil).bytes
    for cut in [2, 1040] {
      var scanner = FrameScanner()
      // The second byte of its header tells.
      #expect(Self.firstBadPiece(of: good + bad, cut: cut, &scanner) == (good.count + 1) / cut)
    }
  }

  private static func firstBadPiece(of stream: [UInt8], cut: Int, _ scanner: inout FrameScanner) -> Int? {
    stream.withUnsafeBytes { bytes in
      for (number, start) in stride(from: 0, to: bytes.count, by: cut).enumerated() {
        let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + cut, bytes.count)])
        if !scanner.areMasked(piece) { return number }
      }
      return nil
    }
  }
}
