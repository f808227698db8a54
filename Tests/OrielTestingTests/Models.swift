import Oriel

@NavigationModel
final class HomeModel {
  var body: some View {
    Text("Welcome").navigationTitle("Home")
    Button("Orders") { self.push(OrdersModel()) }
    Button("Ask") {
      self.present(
        .alert(
          AlertState("Sure?", message: "It can't be undone") {
            ButtonState("Delete", role: .destructive) { self.push(OrdersModel()) }
            ButtonState("Keep", role: .cancel)
          }))
    }
    Button("Filter") { self.present(.sheet(FilterModel())) }
  }
}

@NavigationModel
final class OrdersModel {
  var count = 0

  var body: some View {
    Text("\(count) orders").navigationTitle("Orders")
    Button("Add") { self.count += 1 }.id("add")
    Button("Fail") {
      self.count += 1
      throw Failure()
    }
    Button("Later") {
      await Task.yield()
      self.count += 10
    }
    Button("Add") { self.count += 2 }
  }

  struct Failure: Error {}
}

@NavigationModel
final class FilterModel {
  var text = ""
  var isOn = false

  var body: some View {
    TextField("Contains", text: bind(\.text)).onSubmit { self.dismiss() }
    Toggle("Only open", isOn: bind(\.isOn))
    if isOn { Text("open: \(text)") }
  }
}
