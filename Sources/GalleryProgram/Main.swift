import Gallery
import OrielServer

/// The demo app as a program, started like any author's.
@main
enum Main {
  static func main() async {
    await GalleryApp.main()
  }
}
