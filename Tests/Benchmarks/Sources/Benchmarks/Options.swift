import Foundation

/// What is measured, and with what.
struct Options {
    /// The program, and the unpacked list of cities, one object a line.
    let agg: String
    let cities: String
    /// The folder of the peers' scripts, and that of their programs.
    let scripts: String
    let programs: String
    /// The folder of recorded answers; with it the five sources are measured, and nothing else.
    var data: String?
    /// How many records the lists have that growth is measured with.
    var scales = [10_000, 30_000, 100_000, 300_000, 1_000_000]
    /// Only what is named here, where anything is.
    var sections: [String] = []
    /// Where the plot of the growth goes.
    var plot: String?
    /// Whether a refresh of a gigabyte is measured too.
    var measuresGigabyte = false

    static let usage = """
        usage: benchmarks AGG CITIES.JSON SCRIPTS PROGRAMS [--services DATA] [--scales N,N,…] [--only SECTION,…]
            [--plot FILE.svg] [--gigabyte]
        sections: oneshot, session, explore, prompt, refresh, feeds, sizes, growth; and postgres, if named
        """

    /// Nil where the arguments are not understood.
    init?(_ arguments: [String]) {
        guard arguments.count >= 5 else { return nil }
        (agg, cities, scripts, programs) = (arguments[1], arguments[2], arguments[3], arguments[4])
        var rest = arguments[5...]
        while let option = rest.popFirst() {
            if option == "--gigabyte" {
                measuresGigabyte = true
                continue
            }
            guard let value = rest.popFirst() else { return nil }
            switch option {
            case "--services": data = value
            case "--scales": scales = value.split(separator: ",").compactMap { Int($0) }.sorted()
            case "--only": sections = value.split(separator: ",").map(String.init)
            case "--plot": plot = value
            default: return nil
            }
        }
    }

    func measures(_ section: String) -> Bool { sections.isEmpty || sections.contains(section) }
}
