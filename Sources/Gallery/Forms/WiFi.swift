import Oriel

struct Network: Codable, Hashable, Identifiable {
  var id: String
  var isSecured = true
  /// From 0 to 1.
  var strength = 0.5

  /// The strength as the user sees it.
  var bars: String { String("▂▄▆█".prefix(max(1, Int((strength * 4).rounded())))) }

  /// What is on the air, now and then.
  static let neighbours = ["Café", "Harbour", "Office 3", "Printer", "Guest house", "Tram", "Library"]
}

/// Networks come and go while the user looks. Joining one takes its password, “blob”.
@NavigationModel
final class WiFiModel {
  var isOn = true
  var networks = [Network(id: "Gallery"), Network(id: "Open door", isSecured: false, strength: 0.9)]
  var joined: Network.ID?
  /// The network whose password is being asked for.
  var joining: Network?
  /// The network whose details are shown.
  var detail: Network.ID?
  var round = 0

  func start() {
    present(item: \.joining) { [unowned self] in
      .managedSheet(JoinModel(network: $0, owner: self), detents: [.medium, .large])
    }
    push(item: \.detail) { [unowned self] in NetworkModel(id: $0, owner: self) }
    look()
  }

  var body: some View {
    Form {
      Section {
        Toggle("Wi-Fi", isOn: bind(\.isOn)).id("on")
        if isOn, let joined {
          HStack {
            Label(joined, systemImage: "checkmark").id("joined")
            Spacer()
            Button("Details") { self.detail = joined }.buttonStyle(.plain).id("details")
          }
        }
      }
      if isOn {
        Section("Networks") {
          ForEach(networks.filter { $0.id != joined }) { network in
            HStack {
              Button(network.isSecured ? "\(network.id) (secured)" : network.id) { self.join(network) }
                .buttonStyle(.plain).id("join")
              Spacer()
              Text(network.bars).foregroundStyle(.secondary).accessibilityLabel("\(network.bars.count) of 4 bars")
            }
          }
        }
      }
    }
    .navigationTitle("Guest Wi-Fi")
  }

  private func join(_ network: Network) {
    if network.isSecured { joining = network } else { joined = network.id }
  }

  /// Called by the presented screen, which closes when this model clears the property.
  func didJoin(_ id: Network.ID) {
    joining = nil
    joined = id
  }

  func forget(_ id: Network.ID) {
    detail = nil
    if joined == id { joined = nil }
  }

  /// Every second another neighbour's network appears or disappears.
  private func look() {
    schedule(after: .seconds(1)) {
      if self.isOn { self.change() }
      self.look()
    }
  }

  private func change() {
    let name = Network.neighbours[round % Network.neighbours.count]
    round += 1
    if let index = networks.firstIndex(where: { $0.id == name }) {
      if networks[index].id != joined, networks[index] != joining { networks.remove(at: index) }
    } else {
      networks.append(Network(id: name, isSecured: round % 3 != 0, strength: Double(round % 4 + 1) / 4))
    }
  }
}
