@testable import OrielGateway
@testable import OrielTransport

/// What arrives on a socket before anything is known of it: the head of a request, as far as its empty line.
func fuzzHead(_ input: [UInt8]) {
  let end = HeadLines.end(of: input, from: 0)
  for start in 0...3 where end != nil {
    // Bytes that came earlier are not looked at again, but for the last three.
    require(HeadLines.end(of: input, from: min(start, end!)) == end, "the end is found from wherever one looks")
  }
  guard let head = try? RequestHead(input[..<(end ?? input.count)], remoteAddress: "192.0.2.1") else { return }
  let path = head.request.path.utf8
  require(path.first == UInt8(ascii: "/") || path.elementsEqual("*".utf8), "a path is one: \(head)")
  require(path.allSatisfy { (0x21...0x7E).contains($0) }, "a path has no blanks: \(head)")
  if let length = try? head.bodyLength() { require(length >= 0, "a length is none: \(head)") }
  for (name, value) in head.request.headers {
    require(value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, "no line ends within \(name): \(head)")
  }
  _ = (head.mayStay, head.expectsContinue)
  fuzzCredentials(head.request)
}

/// What a request says about its sender.
private func fuzzCredentials(_ request: HTTPRequest) {
  let authentication = Authentication(
    sign: { $0.suffix(4) }, isEqual: ==, random: { Array(repeating: 0, count: 16) }, adminToken: "token",
    secureCookies: true)
  _ = (authentication.anonymous(request), authentication.session(request), Authentication.bearer(of: request))
  _ = TrustedProxies(["192.0.2.0/24", "2001:db8::/32"])?.client(of: request)
  let origins = AllowedOrigins(["https://app.example"])
  _ = (origins.allow(request, withBearer: false), origins.allowLoopback(request), origins.foreignOrigin(of: request))
  let file = UploadRequest.file(request, size: 1)
  require(!file.name.isEmpty && !file.name.contains("/"), "a file's name is no path: \(file)")
}
