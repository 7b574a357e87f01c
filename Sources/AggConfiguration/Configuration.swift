package import AggSource

/// What the configuration files say.
package struct Configuration: Hashable, Sendable {
    /// The entries of `sources:` and of the drop-in files, in the order of the files.
    package var sources: [SourceEntry] = []
    /// How many favorites there may be.
    package var favoritesLimit = 100
    /// How many rows a search answers.
    package var searchLimit = 50 { didSet { saysSearchLimit = true } }
    /// Whether a file says how many rows a search answers.
    package private(set) var saysSearchLimit = false
    /// How many hosts are contacted at once, if the limit on open files allows it.
    package var hostsAtOnce = 64
    /// The bounds of every request.
    package var network = NetworkLimits()
    /// The files that were read.
    package var files: [String] = []

    /// Makes the configuration that holds without any file.
    package init() {}

    /// Reads the configuration file and the drop-in files beside it.
    ///
    /// The file is `explicit`, else `AGG_CONFIG`, else `agg/config.yml` in the XDG folder; only the last may be missing.
    ///
    /// - Throws: Every fault of all files at once.
    package static func load(
        explicit: String? = nil,
        environment: [String: String]
    ) throws(ConfigurationFaults) -> Configuration {
        let (configuration, faults) = read(explicit: explicit, environment: environment)
        guard faults.isEmpty else { throw ConfigurationFaults(faults) }
        return configuration
    }

    /// Reads like `load`, and gives what could be read beside the faults.
    ///
    /// A registry made of the entries then finds its own faults in the same run.
    package static func read(
        explicit: String? = nil,
        environment: [String: String]
    ) -> (configuration: Configuration, faults: [ConfigurationFault]) {
        guard let location = ConfigurationLocation(named: explicit, environment: environment) else {
            return (Configuration(), [])
        }
        var loader = ConfigurationLoader()
        loader.load(location)
        return (loader.configuration, loader.faults)
    }
}
