/// The statements that write a row, in the place of the one with the same key.
enum Upsert {
  static let objects = upsert("objects", key: #"home, "user", type"#, "value, sum")
  static let rows = upsert("rows", key: #"home, "user", type, name, id"#, "position, version, value, sum")
  static let timers = upsert("timers", key: "home, type, id", "due, message, sum")
  static let owners = upsert("owners", key: "home", "awake, state, sum")
  static let publications = upsert("publications", key: "home, type", "number, value, sum")

  /// A model of a window that there is not is not written.
  static let models = """
    INSERT INTO models ("window", id, value, sum)
    SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM windows WHERE id = ?1)
    ON CONFLICT ("window", id) DO UPDATE SET value = excluded.value, sum = excluded.sum
    """

  private static func upsert(_ table: String, key: String, _ others: String) -> String {
    let columns = key + ", " + others
    let places = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    let values = others.split(separator: ", ").map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns)) VALUES (\(places)) ON CONFLICT (\(key)) DO UPDATE SET \(values)"
  }
}
