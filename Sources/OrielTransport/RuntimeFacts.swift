import CLibUV
import CLibWebSockets

/// Facts about the Transport's libraries, for operators.
package enum RuntimeFacts {
  /// The versions of the libraries that were loaded when the program started.
  package static var versions: [(name: String, version: String)] {
    let library = String(cString: lws_get_library_version()).split(separator: "-").first.map(String.init) ?? ""
    return [
      ("libwebsockets", library), ("libuv", String(cString: uv_version_string())),
      ("openssl", String(cString: OpenSSL_version(OPENSSL_VERSION))),
    ]
  }

  /// Whether unmasked frames are refused (`FrameScanner`). This is impossible without the replaced `recv`.
  package static var checksFrames: Bool { SystemCalls.areInPlace }
}
