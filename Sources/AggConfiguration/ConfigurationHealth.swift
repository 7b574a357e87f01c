package import AggSource
import Foundation

/// Checks the configuration, and the permissions of all of agg's files.
package struct ConfigurationHealth: HealthCheck {
    private let paths: Paths
    private let files: [String]
    private let faults: [ConfigurationFault]

    /// Creates a check of a configuration, its faults, and its paths.
    package init(_ configuration: Configuration, faults: [ConfigurationFault], paths: Paths) {
        files = configuration.files
        self.faults = faults
        self.paths = paths
    }

    /// Returns the findings on the configuration and the permissions.
    package func findings(in scope: HealthScope) async -> [HealthFinding] { configuration + [permissions] }

    private var configuration: [HealthFinding] {
        guard faults.isEmpty else {
            return faults.map { fault in
                HealthFinding(
                    "configuration", .failed, fault.line,
                    fix: "correct \(fault.place.map { "line \($0.line) of \($0.file)" } ?? "the configuration")"
                        + "; until then, only “doctor” and “help” work, using the built-in sources")
            }
        }
        let text = files.isEmpty ? "none; using the built-in sources" : files.joined(separator: ", ")
        return [HealthFinding("configuration", .ok, text)]
    }

    /// Whether other users can read the user's own data, or write files that determine what agg does.
    private var permissions: HealthFinding {
        let folders = [paths.store, parent(paths.history), paths.sourcesFolder]
        let secrets =
            (try? FileManager.default.contentsOfDirectory(atPath: paths.store))?.map { paths.store + "/" + $0 } ?? []
        let open =
            folders.compactMap { too($0, open: 0o077, fix: "700") }
            + (secrets + [paths.history].compactMap(\.self)).sorted().compactMap { too($0, open: 0o077, fix: "600") }
            + (files + [paths.startupFile].compactMap(\.self)).compactMap { too($0, open: 0o022, fix: "600") }
        let foreign = ([paths.store] + secrets + files).filter { owner(of: $0).map { $0 != geteuid() } ?? false }
        if let first = foreign.first {
            return HealthFinding(
                "permissions", .warning, "\(first) is owned by another user",
                fix: "chown it to yourself, or choose another --store or --config")
        }
        guard let first = open.first else {
            let existing = [("the store", paths.store), ("the history", paths.history ?? "")]
                .filter { FileManager.default.fileExists(atPath: $0.1) }.map(\.0)
            let text = existing.isEmpty ? "there is no store or history to protect" : "other users cannot read "
            return HealthFinding("permissions", .ok, text + existing.joined(separator: " or "))
        }
        let more = open.count > 1 ? " and \(open.count - 1) more" : ""
        return HealthFinding(
            "permissions", .warning, "other users can read or write \(first.path)\(more)",
            fix: open.prefix(8).map { "chmod \($0.fix) \($0.path)" }.joined(separator: "; "))
    }

    private func too(_ path: String?, open bits: mode_t, fix: String) -> (path: String, fix: String)? {
        var status = stat()
        guard let path, stat(path, &status) == 0, status.st_mode & bits != 0 else { return nil }
        // A folder in the store needs a folder's permissions.
        return (path, status.st_mode & S_IFMT == S_IFDIR ? "700" : fix)
    }

    private func owner(of path: String) -> uid_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_uid : nil
    }

    private func parent(_ path: String?) -> String? {
        path.map { ($0 as NSString).deletingLastPathComponent }
    }
}
