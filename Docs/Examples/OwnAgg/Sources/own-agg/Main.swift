import AggApp
import QuakesSource

@main
enum Main {
    static func main() {
        Application(sources: Application.builtInSources + [QuakesSource.self]).main()
    }
}
