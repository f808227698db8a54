import Foundation
import Oriel

/// Files from the user's machine. They stay as long as the window, like the list that names them.
@NavigationModel
final class FilesModel {
  var received: [ReceivedFile] = []

  var urlPath: String? { "/files" }

  var body: some View {
    List {
      Section {
        FileField("Choose files", maximumSize: 50 << 20, allowsMultiple: true) { files in
          self.received += files.map(ReceivedFile.init)
        }
        .id("choose")
      } footer: {
        Text("Up to 50 MB each. They go to the server's disk while you watch, and are gone with this window.")
      }
      if !received.isEmpty {
        Section("On the server") {
          ForEach(received) { item in
            VStack(alignment: .leading) {
              HStack {
                Link(file: item.file).font(.headline)
                Text(item.beginning).font(.caption)
                Spacer()
                Text("\(item.file.size) bytes").font(.caption)
                Button("Delete", role: .destructive) { self.delete(item) }
                  .accessibilityLabel("Delete \(item.file.name)")
              }
              if item.file.type.hasPrefix("image/") { Image(file: item.file, label: item.file.name) }
            }
          }
        }
      }
      Section {
        Button("Download a list") { self.download(name: "numbers.csv", type: "text/csv", self.writeNumbers) }.id("list")
      } footer: {
        Text("100,000 lines, which the server writes while your browser saves them.")
      }
    }
    .navigationTitle("Files")
  }

  private func writeNumbers(into file: BodyWriter) async throws {
    try await file.write(row: ["Number", "Square"])
    for number in 1...100_000 { try await file.write(row: ["\(number)", "\(number * number)"]) }
  }

  private func delete(_ item: ReceivedFile) {
    try? FileManager.default.removeItem(atPath: item.file.path)
    received.removeAll { $0 == item }
  }
}

/// A file, and the first line of what it says.
struct ReceivedFile: Identifiable, Equatable, Codable {
  var file: UploadedFile
  var beginning: String

  var id: String { file.id }

  init(_ file: UploadedFile) {
    self.file = file
    let first = FileHandle(forReadingAtPath: file.path)?.readData(ofLength: 60) ?? Data()
    let text = String(data: first, encoding: .utf8) ?? ""
    beginning = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
