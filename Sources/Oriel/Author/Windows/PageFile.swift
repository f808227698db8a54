/// A file of the app that its pages load: a script that draws elements, a style sheet that sets tokens, an icon.
///
/// ```swift
/// var pageFiles: [PageFile] {
///   [PageFile("chart.js", PackageResources.chart_js), PageFile("look.css", ":root { --accent: rebeccapurple; }")]
/// }
/// ```
/// Every page loads the files that end in `.js`, as modules, before it shows its window, and those that end in `.css`
/// after the client's own style. Files that only some windows need are best given to their scenes, with
/// ``Scene/pageFiles(_:)``: the pages of other scenes don't load them. All files are served publicly as `/client/app/NAME`, so they must not contain secrets.
///
/// The page names them by addresses that change with the files, `/client/VERSION/app/NAME`, which browsers keep for a year. In
/// the app's scripts and styles, an address in quotes such as `"/client/client.js"` is served as that of the version. One that
/// is put together as the script runs is asked for each time.
public struct PageFile: Sendable {
  /// The name; the file is served at `/client/app/` followed by it.
  public let name: String
  /// The bytes that are served.
  public let contents: [UInt8]

  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; any other character is a fatal error.
  ///   - contents: A resource that the package embeds (`.embedInCode`), for example.
  public init(_ name: String, _ contents: [UInt8]) {
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isNamed) else {
      fatalError("A page's file can't be named \"\(name)\": use letters and digits of ASCII, '.', '-' and '_'")
    }
    self.name = name
    self.contents = contents
  }

  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`.
  ///   - text: The content, which is encoded as UTF-8.
  public init(_ name: String, _ text: String) {
    self.init(name, Array(text.utf8))
  }

  private static func isNamed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ".-_".utf8.contains(byte)
    }
  }
}

extension Scene {
  /// Gives the pages of these windows files of their own, which are loaded after those of ``WindowApp/pageFiles``.
  ///
  /// ```swift
  /// WindowGroup("Map", id: "map") { MapModel() }
  ///   .pageFiles([PageFile("map.js", PackageResources.map_js)])
  /// ```
  ///
  /// A page is that of the scene that its address names. A page of another origin that embeds a window loads them itself.
  public func pageFiles(_ files: [PageFile]) -> Self { changing { $0.pageFiles += files } }
}
