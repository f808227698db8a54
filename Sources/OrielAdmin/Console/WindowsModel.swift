import Oriel
import OrielHub

/// The windows there are.
@NavigationModel
final class WindowsModel {
  var urlPath: String? { "windows" }

  init() {}

  var body: some View { Text("").navigationTitle("Windows") }
}
