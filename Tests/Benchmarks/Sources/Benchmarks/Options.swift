import Foundation

/// The measurements to run and their inputs.
struct Options {
    /// The program, and the unpacked list of cities with one object per line.
    let agg: String
    let cities: String
    /// The folders of the peers' scripts and programs.
    let scripts: String
    let programs: String
    /// The folder of recorded responses; if set, only the five sources are measured.
    var data: String?
    /// The numbers of records in the lists for measuring growth.
    var scales = [10_000, 30_000, 100_000, 300_000, 1_000_000]
    /// The sections to run; all of them if empty.
    var sections: [String] = []
    /// The file for the growth plot.
    var plot: String?
    /// Whether to measure a refresh of a gigabyte too.
    var measuresGigabyte = false

    static let usage = """
        usage: benchmarks AGG CITIES.JSON SCRIPTS PROGRAMS [--services DATA] [--scales N,N,…] [--only SECTION,…]
            [--plot FILE.svg] [--gigabyte]
        sections: oneshot, session, live, explore, web, prompt, refresh, tables, feeds, many, sizes, limits, growth; and
            postgres, if named
        """

    /// Creates options from arguments; nil if they are invalid.
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
