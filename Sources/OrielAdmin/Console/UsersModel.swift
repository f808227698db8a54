import Oriel
import OrielHub

/// Who has windows.
@NavigationModel
final class UsersModel {
  var urlPath: String? { "users" }

  init() {}

  var body: some View { Text("").navigationTitle("Users") }
}
