/// One life of a program: of its process, which ends as a whole.
struct Life: Hashable, Sendable {
  /// 63 random bits.
  let number: Int64

  init() { number = .random(in: 1...Int64.max) }

  init(number: Int64) { self.number = number }

  /// The name of its connections in the database (`application_name`), by which others see whether it lives.
  var sessions: String { "oriel/\(number)" }
}
