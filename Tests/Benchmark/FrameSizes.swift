/// The bytes of Oriel's frames, measured first so that the floor sends as many.
struct FrameSizes {
  /// An update of the counter.
  let counter: Int
  private var broadcasts: [MeasuredScene: Int] = [:]

  init() throws {
    counter = try Self.update(of: .counter)
    for scene in [MeasuredScene.board, .feed] { broadcasts[scene] = try Self.update(of: scene) }
  }

  /// Of what everyone gets.
  func broadcast(_ scene: MeasuredScene) -> Int { broadcasts[scene] ?? 200 }

  private static func update(of scene: MeasuredScene) throws -> Int {
    let crowd = try Crowd(OrielSubject(scene))
    try crowd.grow(to: 1)
    try crowd.broadcast(times: 1)
    return crowd.updateBytes
  }
}
