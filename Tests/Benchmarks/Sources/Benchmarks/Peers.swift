import Foundation

/// The programs that agg is compared with, if installed.
struct Peers {
    /// The folder of the peers' own environment, which is searched first.
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    /// The path of a program; nil if it is not installed.
    subscript(name: String) -> String? {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return ([folder + "/bin"] + path).map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }

    /// The folder of DuckDB's extensions.
    var duckExtensions: String { folder + "/duckdb" }

    /// The version that each program reports, one line per program.
    var versions: [String] {
        [
            ["sqlite3", "--version"], ["duckdb", "--version"], ["sqlite-utils", "--version"], ["litecli", "--version"],
            ["datasette", "--version"], ["jq", "--version"], ["fzf", "--version"], ["rg", "--version"],
            ["newsboat", "--version"], ["python3", "--version"],
        ].compactMap { command in
            guard let program = self[command[0]], let run = try? ChildProcess.run([program] + command.dropFirst())
            else { return nil }
            let words = run.output.prefix { $0 != "\n" }.split(separator: " ").prefix(4)
            return "\(command[0]): \(words.joined(separator: " "))"
        }
    }
}
