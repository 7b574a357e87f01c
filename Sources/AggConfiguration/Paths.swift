package import AggSource

/// Where the program keeps its things: the configuration, the store, the history of typed lines.
///
/// The folders follow the XDG Base Directory Specification: `$XDG_…_HOME` where it is an absolute path, else the
/// specification's default below the home folder.
package struct Paths: Hashable, Sendable {
    /// The configuration file, whether or not it exists; nil when none is named and there is no home folder.
    package let configurationFile: String?
    /// The folder of the drop-in files, beside the configuration file.
    package let sourcesFolder: String?
    /// The file of the commands that run first, whether or not it exists; nil when there is no folder for it.
    package let startupFile: String?
    /// The folder of the store.
    package let store: String
    /// The file of typed lines; nil when there is no home folder to keep it in.
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
