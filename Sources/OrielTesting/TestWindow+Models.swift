import Oriel
import OrielHub

// Access to the models behind the page.

extension TestWindow {
  /// The root of the window's graph. Read it between steps; change it in ``run(_:)``.
  ///
  /// ```swift
  /// try window.run { try window.root.push(OrdersModel()) }
  /// ```
  /// After a restart it is a different object.
  public var root: any NavigationModel {
    get throws {
      try server.look(id, on: hub) { hub, id in
        guard let window = hub.windows[id] else { throw TestError.nothingTo("look at: the window is not in memory") }
        return window.graph.root
      }
    }
  }

  /// The tenant of the window; `nil` if it is not in memory.
  var tenant: Tenant? { server.look(id, on: hub) { $0.windows[$1]?.user.account.tenant } }

  /// Finds the first model of this type in the window, visible or not, parents first.
  ///
  /// ```swift
  /// #expect(try window.find(OrdersModel.self).orders == [7])
  /// ```
  /// - Throws: `TestError.notFound` with the types of the window's models.
  public func find<Model: NavigationModel>(_ type: Model.Type) throws -> Model {
    let all = server.look(try root, on: hub) { _, root in root.successorsIncludingSelf }
    guard let model = all.lazy.compactMap({ $0 as? Model }).first else {
      throw TestError.notFound("\(type)", candidates: all.map { "\(Swift.type(of: $0))" })
    }
    return model
  }
}
