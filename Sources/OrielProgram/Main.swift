import OrielCommand

/// All of the program is in a library: a test bundle that holds tests of macros is built apart from the programs, and can
/// not wait for one of them.
@main
enum Main {
  static func main() async {
    await Program.main()
  }
}
