import Oriel
import Tracing

/// Records the handlers of the app as spans of a tracing system.
///
/// ```swift
/// func prepare() async throws -> Services {
///   Spans.record(with: myTracer)
///   return [Feed()]
/// }
/// ```
///
/// Each event of a page, request to an endpoint and message to a tenant is a span, from the call of its handler until
/// that has returned, over every `await`. The span is the `ServiceContext.current` of the handler, so that spans of the app and of
/// libraries that it calls are its children. See <doc:OrielTracing> for the names and attributes.
public enum Spans {
  /// Begins to record. Call it in the app's `prepare()`: what ran before is not recorded.
  ///
  /// - Parameter tracer: By default that of `InstrumentationSystem`.
  public static func record(with tracer: (any Tracer)? = nil) {
    TurnTracing.tracer.withLock { $0 = RecordingTracer(tracer ?? InstrumentationSystem.tracer) }
  }

  /// Ends the recording of servers that begin from now on.
  package static func stop() { TurnTracing.tracer.withLock { $0 = nil } }
}

private struct RecordingTracer: TurnTracer {
  let tracer: any Tracer

  init(_ tracer: any Tracer) { self.tracer = tracer }

  func begin(_ turn: TracedTurn) -> any TurnSpan {
    var context = ServiceContext.topLevel
    // A request may come from a program that is traced, too.
    if !turn.headers.isEmpty { tracer.extract(turn.headers, into: &context, using: HeaderExtractor()) }
    let kind: SpanKind =
      switch turn.kind {
      case .event, .request: .server
      case .message: .consumer
      }
    let span = tracer.startSpan(turn.name, context: context, ofKind: kind)
    // The tenant that all users share has no name.
    for (name, value) in turn.attributes where !value.isEmpty { span.attributes[name] = value }
    return RecordedSpan(span)
  }
}

private final class RecordedSpan: TurnSpan {
  private let span: any Span

  init(_ span: any Span) { self.span = span }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try ServiceContext.withValue(span.context, operation: body)
  }

  func end(_ error: (any Error)?, _ attributes: [String: String]) {
    for (name, value) in attributes { span.attributes[name] = value }
    if let error, !(error is CancellationError) { span.recordError(error) }
    if span.isRecording, error != nil && !(error is CancellationError) || attributes.isOfFailedRequest {
      span.setStatus(SpanStatus(code: .error))
    }
    span.end()
  }
}

extension [String: String] {
  fileprivate var isOfFailedRequest: Bool { self["http.response.status_code"]?.first == "5" }
}

private struct HeaderExtractor: Extractor {
  func extract(key: String, from headers: [String: String]) -> String? { headers[key.lowercased()] }
}
