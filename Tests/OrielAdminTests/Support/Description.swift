import OrielDocument
import Testing

@testable import OrielAdmin
@testable import OrielGateway

/// The OpenAPI document, as a table of what may be answered.
struct Description {
  let json: JSONValue

  init() throws { json = try JSONReader.value(from: PackageResources.openapi_json) }

  /// `GET /windows 200` and so on.
  var answers: Set<String> {
    get throws {
      var answers: Set<String> = []
      for path in try members(json["paths"]) {
        for operation in try members(path.value) where operation.key != "parameters" {
          for response in try members(operation.value["responses"]) {
            answers.insert("\(operation.key.uppercased()) \(path.key) \(response.key)")
          }
        }
      }
      return answers
    }
  }

  private func members(_ json: JSONValue?) throws -> JSONObject { try #require(json?.objectValue) }

  /// The response object, with its `$ref` followed.
  private func response(_ method: String, _ path: String, _ status: Int) throws -> JSONValue? {
    let response = json["paths"]?[path]?[method.lowercased()]?["responses"]?["\(status)"]
    guard let reference = response?["$ref"]?.stringValue else { return response }
    return reference.split(separator: "/").dropFirst().reduce(json) { $0?[String($1)] }
  }

  /// The path as the document has it.
  static func template(of path: String) -> String {
    let parts = path.dropFirst(AdminAPI.path.count + 1).split(separator: "/", omittingEmptySubsequences: false)
    let named = parts.enumerated().map { $0 == 1 && !$1.isEmpty ? "{id}" : $1 }
    return "/\(named.joined(separator: "/"))"
  }

  /// A path or a method that the document does not have is answered with 404 or 405, to who may know.
  static func check(_ answer: Answer, to request: HTTPRequest) throws {
    let description = try Description()
    let method = request.method == "HEAD" ? "GET" : request.method
    let path = template(of: request.path)
    guard method == method.uppercased(), description.json["paths"]?[path]?[method.lowercased()] != nil else {
      #expect([401, 403, 404, 405].contains(answer.status), "\(method) \(path)")
      return
    }
    let response = try #require(
      try description.response(method, path, answer.status), "\(method) \(path) \(answer.status)")
    let content = response["content"]?.objectValue?.map(\.key)
    #expect(content?.first == answer.headers["content-type"], "\(method) \(path) \(answer.status)")
    for header in response["headers"]?.objectValue ?? [:] where header.value["required"] == true {
      #expect(answer.headers[header.key] != nil, "\(method) \(path) \(answer.status) \(header.key)")
    }
  }
}
