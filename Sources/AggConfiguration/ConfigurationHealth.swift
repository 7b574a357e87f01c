package import AggSource
import Foundation

/// Looks at the configuration, and at the rights on all files of agg.
package struct ConfigurationHealth: HealthCheck {
    private let paths: Paths
    private let files: [String]
    private let faults: [ConfigurationFault]

    /// Makes a check of what was read, the faults found in it, and where everything lies.
    package init(_ configuration: Configuration, faults: [ConfigurationFault], paths: Paths) {
        files = configuration.files
        self.faults = faults
        self.paths = paths
    }

    /// What was found of the configuration and of the rights.
    package func findings(in scope: HealthScope) async -> [HealthFinding] { configuration + [permissions] }

    private var configuration: [HealthFinding] {
        guard faults.isEmpty else {
            return faults.map { fault in
                HealthFinding(
                    "configuration", .failed, fault.line,
                    mend: "correct \(fault.place.map { "line \($0.line) of \($0.file)" } ?? "the configuration")"
                        + "; until then only doctor runs, with the built-in sources")
            }
        }
        let text = files.isEmpty ? "none; the built-in sources are used" : files.joined(separator: ", ")
        return [HealthFinding("configuration", .ok, text)]
    }

    /// Whether anybody else can read what is the user's own, or write what decides what agg does.
    private var permissions: HealthFinding {
        let folders = [paths.store, parent(paths.history), paths.sourcesFolder]
        let secrets =
            (try? FileManager.default.contentsOfDirectory(atPath: paths.store))?.map { paths.store + "/" + $0 } ?? []
        let open =
            folders.compactMap { too($0, open: 0o077, mend: "700") }
            + (secrets + [paths.history].compactMap(\.self)).sorted().compactMap { too($0, open: 0o077, mend: "600") }
            + (files + [paths.startupFile].compactMap(\.self)).compactMap { too($0, open: 0o022, mend: "600") }
        let foreign = ([paths.store] + secrets + files).filter { owner(of: $0).map { $0 != geteuid() } ?? false }
        if let first = foreign.first {
            return HealthFinding(
                "permissions", .warning, "\(first) belongs to somebody else",
                mend: "chown it to yourself, or choose another --store or --config")
        }
        guard let first = open.first else {
            return HealthFinding("permissions", .ok, "nobody else can read the store and the history")
        }
        let more = open.count > 1 ? " and \(open.count - 1) more" : ""
        return HealthFinding(
            "permissions", .warning, "\(first.path)\(more) can be read or written by others",
            mend: open.prefix(8).map { "chmod \($0.mend) \($0.path)" }.joined(separator: "; "))
    }

    private func too(_ path: String?, open bits: mode_t, mend: String) -> (path: String, mend: String)? {
        var status = stat()
        guard let path, stat(path, &status) == 0, status.st_mode & bits != 0 else { return nil }
        // A folder in the store is a plain folder all the same.
        return (path, status.st_mode & S_IFMT == S_IFDIR ? "700" : mend)
    }

    private func owner(of path: String) -> uid_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }

    private func parent(_ path: String?) -> String? {
        path.map { ($0 as NSString).deletingLastPathComponent }
    }
}
