package import AggSource
package import Foundation

/// The contents of the configuration files.
package struct Configuration: Hashable, Sendable {
    /// The entries of `sources:` and of the drop-in files, in file order.
    package var sources: [SourceEntry] = []
    /// The entries whose id an earlier entry has; none of them is used, but their own faults can be reported.
    package var repeated: [SourceEntry] = []
    /// The folder of the store, or the URL of its server; nil if no file sets it.
    package var store: String?
    /// Where a file sets the store; nil if none does.
    package var storePlace: ConfigurationPlace?
    /// The maximum number of favorites.
    package var favoritesLimit = 100
    /// The maximum number of rows a search returns.
    package var searchLimit = 50 { didSet { saysSearchLimit = true } }
    /// Whether a file sets the maximum number of rows.
    package private(set) var saysSearchLimit = false
    /// The maximum number of changes kept for each source.
    package var changesLimit = 10_000
    /// How long changes are kept.
    package var changesKeep = Duration.seconds(90 * 86_400)
    /// The maximum number of hosts contacted at once, if the limit on open files allows it.
    package var hostsAtOnce = 64
    /// The limits of every request.
    package var network = NetworkLimits()
    /// The catalogs to search for data sets, by kind of source; other kinds use their defaults.
    package var catalogs: [SourceKind: [URL]] = [:]
    /// The files that were read.
    package var files: [String] = []

    /// Creates the default configuration, used without any file.
    package init() {}

    /// Reads the configuration file and its drop-in files.
    ///
    /// The file is `explicit`, or else `AGG_CONFIG`, or else `agg/config.yml` in the XDG folder; only the last may be
    /// missing.
    ///
    /// - Returns: Whatever could be read, and all faults in all files: a registry created from the entries can then
    ///   find its own faults in the same run.
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
