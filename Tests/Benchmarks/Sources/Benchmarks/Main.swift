import Foundation

/// Measures the built program and its peers in the same run and prints a table.
@main
enum Main {
    static func main() throws {
        guard let options = Options(CommandLine.arguments) else {
            print(Options.usage)
            exit(2)
        }
        let folder = FileManager.default.temporaryDirectory.path + "/agg-bench-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let peers = Peers(options.programs)
        let start = ContinuousClock.now
        if let data = options.data {
            var bench = ServicesBench(
                agg: options.agg, cities: options.cities, peers: options.scripts,
                python: peers["python3"] ?? "python3", data: data, folder: folder)
            report { try bench.run() }
            print(bench.table)
        } else {
            var bench = Bench(place: Workplace(options: options, folder: folder, peers: peers))
            report { try bench.run() }
            print(bench.report.table)
        }
        print("\n" + (["Versions"] + peers.versions).joined(separator: "\n  "))
        print("\nThe run took \(duration((ContinuousClock.now - start) / .seconds(1))).")
    }

    /// Prints an error instead of throwing it, so the results before it are still shown.
    private static func report(_ work: () throws -> Void) {
        do { try work() } catch { progress("\(error)") }
    }
}
