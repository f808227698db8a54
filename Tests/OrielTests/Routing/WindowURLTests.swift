import Oriel
import OrielDocument
import Testing

struct WindowURLTests {
  @Test(arguments: [
    ("/", WindowURL()), ("/notes/3", WindowURL(path: ["notes", "3"])), ("//x", nil), ("", nil), ("notes", nil),
    ("https://example.org/", nil), ("/a//b/", WindowURL(path: ["a", "b"])),
    ("/a%2Fb/%C3%A4", WindowURL(path: ["a/b", "ä"])),
    ("/%zz", nil), ("/%ff", nil), ("/a/../b", nil), ("/a/%2E%2e/b", nil), ("/a#b?c", WindowURL(path: ["a"])),
    (
      "/?q=a+b%26c&x&y=",
      WindowURL(query: [
        WindowURL.QueryItem(name: "q", value: "a b&c"), WindowURL.QueryItem(name: "x"), WindowURL.QueryItem(name: "y"),
      ])
    ), ("/" + String(repeating: "a", count: 5000), nil),
  ])
  func `a path and its query are read, and nothing else`(text: String, url: WindowURL?) {
    #expect(WindowURL(text) == url)
  }

  @Test(arguments: [
    WindowURL(), WindowURL(path: ["a b", "ä/ö", "100%", "c:d@e"]), WindowURL(path: ["?", "#", "&"]),
    WindowURL(
      path: ["s"],
      query: [
        WindowURL.QueryItem(name: "q", value: "1+1=2 & more"), WindowURL.QueryItem(name: "ü"),
        WindowURL.QueryItem(name: "q", value: "again"),
      ]), WindowURL(query: [WindowURL.QueryItem(name: ""), WindowURL.QueryItem(name: "", value: "x")]),
  ])
  func `what is written is read again`(url: WindowURL) throws {
    #expect(WindowURL(url.description) == url)
    #expect(try JSONValueDecoder.decode(WindowURL.self, from: JSONValueEncoder.encode(url)) == url)
  }

  @Test func `an address is looked at by its parts`() {
    let url: WindowURL = "/search/all?q=tea&q=milk"
    #expect(url.path == ["search", "all"])
    #expect(url["q"] == "tea")
    #expect(url["x"] == nil)
  }
}

struct URLDestinationTests {
  struct Mixed: URLDestination {
    static let path = "/list/:name/:page"
    var name: String
    var page: Int
    var factor: Double?
    var flag: Bool?
    var kind: Kind?
    enum Kind: String, Codable { case big, small }
    func makeModel() -> any NavigationModel { PlaceModel("mixed") }
  }

  struct Nested: URLDestination {
    static let path = "/nested"
    var values: [Int]
    func makeModel() -> any NavigationModel { PlaceModel("nested") }
  }

  @Test(arguments: [
    (Mixed(name: "a b", page: 2), "/list/a%20b/2"), (Mixed(name: "7", page: -1), "/list/7/-1"),
    (Mixed(name: "true", page: 0, factor: 1.5, flag: true, kind: .big), "/list/true/0?factor=1.5&flag=true&kind=big"),
    (Mixed(name: "ä/ö", page: 1, factor: 2), "/list/%C3%A4%2F%C3%B6/1?factor=2"),
  ])
  func `a place with an address is found there again`(place: Mixed, text: String) throws {
    #expect(place.url?.description == text)
    #expect(try Mixed.destination(at: #require(WindowURL(text))) == place)
  }

  @Test(arguments: ["/list/a", "/list/a/x", "/list/a/1/2", "/lists/a/1", "/list/a/1?flag=maybe", "/list/a/1?kind=huge"])
  func `an address that is not quite right leads to no place`(text: String) throws {
    #expect(try Mixed.destination(at: #require(WindowURL(text))) == nil)
  }

  @Test func `what can't be written has no address`() {
    #expect(Mixed(name: "", page: 1).url == nil)
    #expect(Mixed(name: "..", page: 1).url == nil)
    #expect(Nested(values: [1]).url == nil)
  }

  @Test func `a place that is one word fills its path`() {
    #expect(PlacesApp.Topic.news.url == "/topics/news")
    #expect(PlacesApp.Topic.destination(at: "/topics/weather") == .weather)
    #expect(PlacesApp.Topic.destination(at: "/topics/gossip") == nil)
  }
}
