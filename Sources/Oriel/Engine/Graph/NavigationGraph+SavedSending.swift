import OrielDocument

// A queue survives a restart up to the first value that can't be saved, such as one with a closure.

extension NavigationGraph {
  /// The values that were sent and not yet received, or `nil`.
  package var savedSending: JSONValue? {
    let runs = sending.runs.filter { !$0.values.isEmpty }
    guard !runs.isEmpty || sending.paused != nil else { return nil }
    var saved = JSONObject()
    if !runs.isEmpty { saved["runs"] = .array(runs.map { self.saved($0) }) }
    saved["paused"] = sending.paused.map { self.saved($0) }
    return .object(saved)
  }

  private func saved(_ run: SendRun) -> JSONValue {
    var values: [JSONValue] = []
    for (index, value) in run.values.enumerated() {
      guard let encoded = try? JSONValueEncoder.encode(SentValue(value)) else {
        let (type, dropped) = (Self.typeName(of: value), run.values.count - index)
        host.report(
          .notSaved, type: type, "A \(type) in the queue can't be saved; a restart would lose \(dropped) values",
          ["dropped": "\(dropped)"])
        break
      }
      values.append(encoded)
    }
    var saved: JSONObject = ["values": .array(values)]
    saved["target"] = run.target.map(JSONValue.string)
    if run.isForced { saved["forced"] = true }
    return .object(saved)
  }

  /// Restores the saved queue, which continues when the graph first settles.
  package func restoreSending(_ saved: JSONValue, types: SavedTypes) {
    SentValue.$types.withValue(types) {
      sending = SendQueue(
        runs: (saved["runs"]?.arrayValue ?? []).map(restored), paused: saved["paused"].map(restored))
    }
  }

  private func restored(_ saved: JSONValue) -> SendRun {
    var run = SendRun(
      values: [], target: saved["target"]?.stringValue, isForced: saved["forced"]?.boolValue ?? false)
    for value in saved["values"]?.arrayValue ?? [] {
      do {
        run.values.append(try JSONValueDecoder.decode(SentValue.self, from: value).value)
      } catch {
        host.report(.notRestored, "Sent values can't be restored: \(error)", ["error": "\(error)"])
        break
      }
    }
    return run
  }
}
