import OrielDocument
import OrielGateway

extension HTTPResponse {
  static func json(_ status: Int, headers: HTTPHeaders = [:], _ object: JSONObject) -> HTTPResponse {
    json(status, headers: headers) { writer in writer.write(object) }
  }

  /// - Parameter write: Writes the value of the body.
  static func json(
    _ status: Int, headers: HTTPHeaders = [:], writing write: (inout JSONWriter) -> Void
  ) -> HTTPResponse {
    var headers = headers
    if headers["content-type"] == nil { headers["content-type"] = "application/json" }
    // Ids of windows are secrets of their users.
    headers["cache-control"] = "no-store"
    var writer = JSONWriter()
    write(&writer)
    return HTTPResponse(status: status, headers: headers, body: writer.drain())
  }

  /// The OpenAPI document.
  static let description = HTTPResponse(
    status: 200, headers: ["content-type": "application/json", "cache-control": "no-cache"],
    body: PackageResources.openapi_json)
}
