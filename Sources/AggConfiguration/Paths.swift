package import AggSource

/// Where the program keeps its things: the configuration, the store, the history of typed lines.
///
/// The folders follow the XDG Base Directory Specification: `$XDG_…_HOME` where it is an absolute path, else the
/// specification's default below the home folder.
package struct Paths: Hashable, Sendable {
    /// The configuration file, whether or not it exists; nil if none is named and there is no home folder.
    package let configurationFile: String?
    /// The folder of the drop-in files, beside the configuration file.
    package let sourcesFolder: String?
    /// The file of the commands that run first, whether or not it exists; nil if there is no folder for it.
    package let startupFile: String?
    /// The folder of the store.
    package let store: String
    /// The file of typed lines; nil if there is no home folder to keep it in.
    package let history: String?

    /// Finds the places: `--config` before `AGG_CONFIG`, `--store` before `AGG_STORE`, then the XDG folders.
    ///
    /// - Throws: One fault when no folder for the store is named and there is no home folder.
    package init(
        config: String? = nil,
        store: String? = nil,
        environment: [String: String]
    ) throws(ConfigurationFaults) {
        let folders = BaseFolders(environment)
        let location = ConfigurationLocation(named: config, environment: environment)
        configurationFile = location?.file
        sourcesFolder = location?.sourcesFolder
        startupFile = folders.configuration.map { $0 + "/agg/aggrc" }
        history = folders.state.map { $0 + "/agg/history" }
        let named = [store, environment["AGG_STORE"]].compactMap(\.self).first { !$0.isEmpty }
        guard let folder = named ?? folders.data.map({ $0 + "/agg" }) else {
            throw ConfigurationFaults([
                ConfigurationFault(
                    "there is no folder for the store, since HOME is not set; set HOME, or name a folder with --store "
                        + "or AGG_STORE")
            ])
        }
        self.store = folder
    }
}

/// The folders of the XDG Base Directory Specification, from the environment.
struct BaseFolders {
    private let environment: [String: String]

    init(_ environment: [String: String]) {
        self.environment = environment
    }

    var configuration: String? { folder("XDG_CONFIG_HOME", below: ".config") }
    var data: String? { folder("XDG_DATA_HOME", below: ".local/share") }
    var state: String? { folder("XDG_STATE_HOME", below: ".local/state") }

    /// The folder a variable names, else the default below the home folder.
    ///
    /// "All paths set in these environment variables must be absolute"; one that is not is as good as none.
    private func folder(_ variable: String, below home: String) -> String? {
        absolute(variable) ?? absolute("HOME").map { $0 == "/" ? "/" + home : $0 + "/" + home }
    }

    private func absolute(_ variable: String) -> String? {
        guard var path = environment[variable], path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// The configuration file that is read, and whether someone asked for this very one.
struct ConfigurationLocation: Hashable {
    let file: String
    /// What named the file, `--config` or `AGG_CONFIG`; nil for the default file, which may be missing.
    let namedBy: String?

    /// Finds the file; nil if none is named and there is no home folder to look in.
    init?(named file: String?, environment: [String: String]) {
        if let file {
            (self.file, namedBy) = (file, "--config")
        } else if let file = environment["AGG_CONFIG"], !file.isEmpty {
            (self.file, namedBy) = (file, "AGG_CONFIG")
        } else {
            guard let folder = BaseFolders(environment).configuration else { return nil }
            (self.file, namedBy) = (folder + "/agg/config.yml", nil)
        }
    }

    /// The folder of the drop-in files.
    var sourcesFolder: String {
        guard let slash = file.lastIndex(of: "/") else { return "sources.d" }
        return file[...slash] + "sources.d"
    }
}
