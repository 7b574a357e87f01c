import AggFiles
package import AggSource

/// The locations of the program's files: the configuration, the store, and the history of typed lines.
///
/// The folders follow the XDG Base Directory Specification: `$XDG_…_HOME` if it is an absolute path, or else the
/// specification's default within the home folder.
package struct Paths: Hashable, Sendable {
    /// The folder in which all of the user's programs keep their configuration; nil if there is no home folder.
    package let configurationHome: String?
    /// The configuration file, which may not exist; nil if none is given and there is no home folder.
    package let configurationFile: String?
    /// The folder of the drop-in files, next to the configuration file.
    package let sourcesFolder: String?
    /// The file of commands to run first, which may not exist; nil if there is no folder for it.
    package let startupFile: String?
    /// The folder of the store, or the URL of its server.
    package let store: String
    /// The file of typed lines; nil if there is no home folder for it.
    package let history: String?

    /// Determines the locations: `--config` before `AGG_CONFIG`, `--store` before `AGG_STORE` and `store:` of the
    /// configuration, then the XDG folders.
    ///
    /// - Throws: A single fault if no folder for the store is given and there is no home folder.
    package init(
        config: String? = nil,
        store: String? = nil,
        configured: String? = nil,
        environment: [String: String]
    ) throws(ConfigurationFaults) {
        let folders = BaseFolders(environment)
        let location = ConfigurationLocation(named: config, environment: environment)
        configurationHome = folders.configuration
        configurationFile = location?.file
        sourcesFolder = location?.sourcesFolder
        startupFile = configurationHome.map { $0 + "/agg/aggrc" }
        history = folders.state.map { $0 + "/agg/history" }
        let named = [store, environment["AGG_STORE"], configured].compactMap(\.self).first { !$0.isEmpty }
        guard let folder = named ?? folders.data.map({ $0 + "/agg" }) else {
            throw ConfigurationFaults([
                ConfigurationFault(
                    "no folder for the store because HOME is not set; set HOME, or choose a folder with --store "
                        + "or AGG_STORE")
            ])
        }
        self.store = HomePath.expanded(folder, home: environment["HOME"])
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

    /// The folder given by a variable, or else the default within the home folder.
    ///
    /// "All paths set in these environment variables must be absolute"; relative paths are ignored.
    private func folder(_ variable: String, below home: String) -> String? {
        absolute(variable) ?? absolute("HOME").map { $0 == "/" ? "/" + home : $0 + "/" + home }
    }

    private func absolute(_ variable: String) -> String? {
        guard var path = environment[variable], path.hasPrefix("/") else { return nil }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// The configuration file to read, and whether it was requested explicitly.
struct ConfigurationLocation: Hashable {
    let file: String
    /// The option or variable that specified the file; nil for the default file, which may be missing.
    let namedBy: String?

    /// Determines the file; nil if none is given and there is no home folder.
    init?(named file: String?, environment: [String: String]) {
        if let file {
            (self.file, namedBy) = (HomePath.expanded(file, home: environment["HOME"]), "--config")
        } else if let file = environment["AGG_CONFIG"], !file.isEmpty {
            (self.file, namedBy) = (HomePath.expanded(file, home: environment["HOME"]), "AGG_CONFIG")
        } else {
            guard let folder = BaseFolders(environment).configuration else { return nil }
            (self.file, namedBy) = (folder + "/agg/config.yml", nil)
        }
    }

    var sourcesFolder: String {
        guard let slash = file.lastIndex(of: "/") else { return "sources.d" }
        // Appending to a part of a text instead would look up types when the program starts.
        return String(file[...slash]) + "sources.d"
    }
}
