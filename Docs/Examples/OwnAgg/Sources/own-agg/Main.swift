import AggApp
import QuakesSource

@main
enum Main {
    static func main() async {
        await Application(sources: Application.builtInSources + [QuakesSource.self]).main()
    }
}
