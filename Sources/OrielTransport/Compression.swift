import CLibWebSockets

/// How much time it takes to compress.
package enum CompressionEffort: Int32, Sendable {
  /// For what is sent once.
  case least = 1
  /// For files that are compressed once and served often.
  case most = 9
}

/// Compresses bytes as a gzip file (RFC 1952).
package func gzip(_ bytes: [UInt8], effort: CompressionEffort = .most) -> [UInt8] {
  var stream = z_stream()
  precondition(clws_gzip_init(&stream, effort.rawValue) == Z_OK, "zlib has no memory.")
  defer { deflateEnd(&stream) }
  var input = bytes
  // `deflateBound` guarantees that one call is enough.
  return [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(bytes.count)))) { output, count in
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      let result = deflate(&stream, Z_FINISH)
      precondition(result == Z_STREAM_END, "deflateBound was too small.")
      count = output.count - Int(stream.avail_out)
    }
  }
}
