import CLibUV
import CLibWebSockets

/// What the Transport stands on, for who looks after a server.
package enum Vitals {
  /// Of the libraries that were found when the program started.
  package static var versions: [(name: String, version: String)] {
    let library = String(cString: lws_get_library_version()).split(separator: "-").first.map(String.init) ?? ""
    return [
      ("libwebsockets", library), ("libuv", String(cString: uv_version_string())),
      ("openssl", String(cString: OpenSSL_version(OPENSSL_VERSION))),
    ]
  }

  /// Whether what clients send unmasked is refused (`FrameScanner`): without our own `recv` nobody sees it.
  package static var checksFrames: Bool { SystemCalls.areInPlace }
}
