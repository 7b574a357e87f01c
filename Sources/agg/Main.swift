import AggApp

@main
enum Main {
    static func main() async { await Application().main() }
}
