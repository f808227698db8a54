import CBrotli

/// The text compressed with Brotli at the highest level (RFC 7932).
func brotli(_ text: String) -> [UInt8] {
  let bytes = Array(text.utf8)
  var output = [UInt8](repeating: 0, count: BrotliEncoderMaxCompressedSize(bytes.count))
  var count = output.count
  let isDone = BrotliEncoderCompress(
    BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &count, &output)
  precondition(isDone == BROTLI_TRUE, "Brotli has no memory.")
  return Array(output.prefix(count))
}
