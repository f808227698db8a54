import OrielHub

// `GET /metrics`: the server's metrics, for Prometheus.

extension Gateway {
  func metrics(_ request: HTTPRequest, hub: WindowHub, reply: @escaping (HTTPResponse) -> Void) {
    guard request.method == "GET" || request.method == "HEAD" else {
      return reply(.text(405, "Use GET", headers: ["allow": "GET, HEAD"]))
    }
    guard let token = Authentication.bearer(of: request) else {
      guard request.isFromThisMachine else { return reply(Self.notForYou) }
      return expose(hub, reply)
    }
    identify(token, from: request.remoteAddress, hub: hub) { [self] caller in
      guard case .user(let credentials) = caller else { return reply(.refusal(of: caller)) }
      guard credentials.user.has(role: "admin") else { return reply(Self.notForYou) }
      if let name = request.headers[NodeRoute.name], links?.nodes.itself.name.hasSameScalars(as: name) != true {
        return reply(.text(404, "There is no such node"))
      }
      expose(hub, reply)
    }
  }

  private static let notForYou = HTTPResponse.text(
    401, "Send the admin token, or ask on this machine for http://127.0.0.1", headers: ["www-authenticate": "Bearer"])

  private func expose(_ hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void) {
    let headers: HTTPHeaders = [
      "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store",
    ]
    hub.askOthers({ $0.metrics }) { [self] others in
      let all = others.reduce(hub.metrics, +)
      reply(HTTPResponse(status: 200, headers: headers, body: Array(text(of: all).utf8)))
    }
  }

  private func text(of hub: HubMetrics) -> String {
    var text = MetricsText()
    let counts = networks.counts
    text.gauge("oriel_loops", "Event loops, each with its own windows.", group?.count ?? 1)
    text.gauge(
      "oriel_nodes", "Servers that use the database together, this one included.", 1 + (links?.nodes.others.count ?? 0))
    text.gauge("oriel_connections", "Open WebSockets.", networks.socketCount - counts.passedOn)
    text.gauge("oriel_passed_on_connections", "Connections that are passed on to other nodes.", counts.passedOn)
    text.counter(
      "oriel_unreached_requests_total", "Requests refused because their node could not be reached.", counts.unreached)
    text.counter("oriel_handshakes_total", "WebSocket handshakes accepted.", counts.accepted)
    text.counter("oriel_handshakes_refused_total", "WebSocket handshakes refused.", counts.refused)
    text.counter("oriel_sign_ins_refused_total", "Invalid tokens.", counts.refusedTokens)
    text.counter(
      "oriel_sign_ins_throttled_total", "Tokens refused unread, after too many invalid ones.", counts.throttled)
    text.gauge("oriel_windows", "Windows in memory; the others are in the store.", hub.windows)
    text.gauge("oriel_users", "Users with a window in memory.", hub.users)
    text.counter(
      "oriel_windows_refused_total", "Windows not opened: their network had opened too many.", hub.refusedWindows)
    text.counter(
      "oriel_windows_crowded_out_total", "Windows deleted because their user had too many.", hub.crowdedOutWindows)
    text.counter("oriel_endpoint_requests_total", "Requests to the app's endpoints.", hub.requests)
    text.gauge("oriel_failed_messages", "Messages of the app whose once failed, to be tried again.", hub.failedMessages)
    text.gauge("oriel_uploads", "Uploads in progress.", hub.uploads)
    text.gauge("oriel_downloads", "Files and streamed answers that are being sent.", hub.downloads)
    text.gauge("oriel_draining", "1 while the server drains before it stops.", isDraining ? 1 : 0)
    text.gauge(
      "oriel_store_failing", "1 while the store can't be written and nothing is saved.",
      hub.isStoreFailing ? 1 : 0)
    text.counter("oriel_store_failures_total", "Failed writes to the store.", hub.storeFailures)
    text.counter("oriel_store_turns_total", "Turns saved.", hub.savedTurns)
    text.gauge("oriel_store_waiting_turns", "Turns not saved yet.", hub.unsavedTurns)
    text.counter("oriel_events_total", "Events answered.", hub.facts.events)
    text.counter("oriel_events_rejected_total", "Events refused or failed.", hub.facts.rejections)
    text.counter("oriel_patches_total", "Patches made.", hub.facts.patches)
    text.counter("oriel_patch_bytes_total", "Bytes of these patches, encoded as JSON.", hub.facts.patchBytes)
    text.head("oriel_event_seconds", "histogram", "Time the server took to handle an event, in seconds.")
    text.histogram("oriel_event_seconds", hub.facts.latency)
    text.gauge("oriel_pages", "Pages that show a window.", hub.facts.pages)
    text.gauge("oriel_pages_behind", "Pages that have not drawn what they were sent for 4 seconds.", hub.pagesBehind)
    text.head(
      "oriel_round_trip_seconds", "histogram", "Time between a message of a page and its answer, as pages measure it.")
    text.histogram("oriel_round_trip_seconds", hub.facts.roundTrips)
    moreMetrics(&text)
    return text.text
  }
}

/// The counters of all gateways since the start.
struct GatewayCounts: Sendable {
  var accepted = 0
  var refused = 0
  var refusedTokens = 0
  var throttled = 0
  /// The connections that are passed on to other nodes.
  var passedOn = 0
  /// Requests for other nodes that lived and could not be reached.
  var unreached = 0
}

extension MetricsText {
  /// Writes a bucket for every power of four from 4 µs; the hub's own buckets are finer.
  fileprivate mutating func histogram(_ name: String, _ latency: LatencyHistogram) {
    let ends = Array(stride(from: 7, to: latency.counts.count, by: 8))
    var counts: [Int] = []
    var next = 0
    for end in ends {
      counts.append(latency.counts[next...end].reduce(0, +))
      next = end + 1
    }
    counts.append(latency.counts[next...].reduce(0, +))
    histogram(
      name, bounds: ends.map { Double(LatencyHistogram.upperBound(of: $0)) / 1e9 }, counts: counts,
      sum: Double(latency.sum) / 1e9)
  }
}
