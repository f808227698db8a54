import Oriel

/// A base, and two routes that lead from it.
@NavigationModel
final class BaseModel {
  var body: some View {
    List {
      Section("Routes") { Button("Route 1") { self.push(RouteModel(number: 1)) }.id("route") }
      Section("Sheets") {
        Button("Sheet 1") { self.present(.managedSheet(RouteSheetModel(number: 1))) }.id("sheet")
      }
    }
    .navigationTitle("Base")
  }
}

@NavigationModel
final class RouteModel {
  let number: Int

  init(number: Int) {
    self.number = number
  }

  var body: some View {
    List {
      Button("Route \(number + 1)") { self.push(RouteModel(number: self.number + 1)) }.id("route")
      Button("Leave this route") { self.popSelf() }.id("leave")
      Button("Back to the base") { self.popToRoot() }.id("base")
    }
    .navigationTitle("Route \(number)")
  }
}

/// Is replaced by another sheet, or presents one.
@NavigationModel
final class RouteSheetModel {
  let number: Int

  init(number: Int) {
    self.number = number
  }

  var body: some View {
    List {
      if number == 1 {
        Button("Sheet 3, over this one") { self.present(.managedSheet(RouteSheetModel(number: 3))) }.id("over")
        Button("Sheet 2, after this one") {
          self.enqueue(.present(.managedSheet(RouteSheetModel(number: 2))), after: .milliseconds(300))
        }
        .id("after")
      }
      if number == 3 {
        Button("Close this sheet?") { self.present(.confirmationDialog(Self.question, source: "question")) }
          .navigationSource(id: "question").id("question")
      }
      Button("Close") { self.dismissSelf() }.buttonStyle(.borderedProminent).id("close")
    }
    .navigationTitle("Sheet \(number)")
  }

  private static var question: ConfirmationDialogState<MayGo> {
    ConfirmationDialogState("Close this sheet?") {
      ButtonState("Yes", action: MayGo(isAllowed: true))
      ButtonState("No", action: MayGo(isAllowed: false))
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    guard let message = message as? MayGo else { return }
    if message.isAllowed {
      dismissSelf()
    } else {
      replacePresented(.alert(AlertState("Kept open", message: "The sheet stays.")), after: .milliseconds(300))
    }
  }
}

struct MayGo: NavigationMessage, Codable {
  let isAllowed: Bool
}
