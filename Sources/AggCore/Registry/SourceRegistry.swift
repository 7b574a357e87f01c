package import AggSearch
package import AggSource
package import AggStorage

/// All configured sources, in the order of the kinds and then of the configuration.
///
/// It checks everything at once on creation, and adds the fallback decorator to every source.
package struct SourceRegistry: Sendable {
    /// The enabled sources.
    package let instances: [SourceInstance]
    /// The disabled sources.
    package let disabled: [SourceInstance]
    /// The available kinds of sources.
    package let kinds: [any DataSource.Type]
    /// The simulation used instead of every source; nil if the sources themselves are used.
    package let simulation: Simulation?
    /// The names that queries can use.
    package let queryNames: QueryNames
    private let places: [SourceID: Int]
    private let hosts: HostPolicy

    /// Creates the sources from the kinds' built-in entries, with the configured entries merged in.
    ///
    /// An entry with the id of a built-in source replaces the values it sets; any other id adds an instance of its
    /// kind.
    ///
    /// - Throws: All faults: unknown kinds and keys, values of the wrong type, duplicate ids, missing values, and
    ///   whatever the modules themselves reject.
    package init(kinds: [any DataSource.Type], entries: [SourceEntry] = []) throws(ConfigurationFaults) {
        try self.init(kinds: kinds, entries: entries, simulation: nil)
    }

    /// Creates the sources like `init(kinds:entries:)`, simulating all of them if a simulation is given.
    ///
    /// - Throws: All faults, like `init(kinds:entries:)`.
    package init(
        kinds: [any DataSource.Type], entries: [SourceEntry], simulation: Simulation?
    ) throws(ConfigurationFaults) {
        var builder = RegistryBuilder(kinds: kinds, simulation: simulation)
        for kind in kinds {
            for entry in kind.builtIns { builder.add(entry) }
        }
        builder.merge(entries)
        (instances, disabled) = try builder.instances()
        places = Dictionary(instances.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        queryNames = QueryNames(
            sources: instances.map(\.id), disabled: disabled.map(\.id),
            columns: instances.flatMap(\.dataSource.columns),
            unlisted: instances.filter(\.dataSource.columns.isEmpty).map(\.id))
        hosts = HostPolicy(instances)
        self.kinds = kinds
        self.simulation = simulation
    }

    /// The source with an id; nil if absent.
    package subscript(id: SourceID) -> SourceInstance? {
        places[id].map { instances[$0] }
    }

    /// The loader of a source: its own fetcher, with the store as the fallback.
    ///
    /// A refresh keeps more changes than usual if the watched searches in `alerts` have not examined them yet. With
    /// `isForced`, it requests unconditionally and accepts a response that would be held back.
    package func loader(
        for instance: SourceInstance,
        services: SourceServices,
        store: any RefreshStore,
        alerts: (any AlertStore)? = nil,
        isForced: Bool = false
    ) -> any SourceLoader {
        let services = self.services(services, for: instance)
        let remote = RemoteLoader(
            source: instance, store: store, fetcher: TokenFetcher(source: instance, services: services),
            clock: services.clock,
            progress: services.progress, isForced: isForced, alerts: alerts)
        return FallbackLoader(
            primary: remote, fallback: instance.localLoader(store, clock: services.clock))
    }

    /// The services for one load of a source: its requests follow the policies; a simulated source uses its sample.
    func services(_ services: SourceServices, for instance: SourceInstance) -> SourceServices {
        var own = services
        let policy = instance.dataSource.policy
        if hosts.isStrict || policy.requestsPerHost != SourcePolicy.standardRequestsPerHost {
            own.http = PolicyClient(client: services.http, policy: policy, hosts: hosts)
        }
        guard let simulation = instance.simulation else { return own }
        let answers: any HTTPClient = instance.dataSource.starter.map { StarterClient(sample: $0) } ?? own.http
        let client = SimulatedClient(simulation, answers: answers, chance: services.chance())
        own.http = client
        own.programs = SimulatedPrograms(client: client, programs: services.programs)
        return own
    }
}

/// The port for the configuration files: reads them all, and writes one file per source, never the user's own file.
package protocol SourceConfigurationStore: Sendable {
    /// All entries currently in the files, in order, each id once.
    ///
    /// - Throws: All faults in the files.
    func entries() throws(ConfigurationFaults) -> [SourceEntry]

    /// Writes the files of new sources; never overwrites an existing one.
    ///
    /// - Returns: The path of each file, `.refused` if the file exists, or `.failed` if it cannot be written.
    func add(_ entries: [SourceEntry]) -> [Result<String, SourceChangeError>]

    /// Removes the file that defines a source; false if the source has no such file.
    ///
    /// - Throws: `SourceChangeError.failed` if the file cannot be removed.
    func remove(_ id: SourceID) throws(SourceChangeError) -> Bool

    /// The file that defines only this source; nil if there is none.
    func file(of id: SourceID) -> SourceText?

    /// The text that a source's own file has now; nil if the file is gone or cannot be read.
    func currentText(of file: SourceText) -> String?

    /// Replaces the text of a source's own file.
    ///
    /// - Throws: `SourceChangeError.failed` if the file cannot be written.
    func write(_ file: SourceText) throws(SourceChangeError)

    /// The text of a file that contains only this entry.
    func text(of entry: SourceEntry) -> String

    /// Records in the source's own file whether it is enabled, wherever the source is defined.
    ///
    /// - Throws: `SourceChangeError.failed` if the file cannot be written.
    func setEnabled(_ isEnabled: Bool, _ id: SourceID) throws(SourceChangeError)
}

/// The file that configures one source.
package struct SourceText: Hashable, Sendable {
    /// The path of the file.
    package var path: String
    /// The content.
    package var text: String

    /// Creates a file.
    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// Why the sources' configuration could not be changed.
package enum SourceChangeError: Error, Hashable, Sendable {
    /// The request makes no sense; a sentence that says what to do.
    case refused(String)
    /// The new source or the existing files are invalid; all faults.
    case faults(ConfigurationFaults)
    /// A file could not be written or removed; a sentence.
    case failed(String)
    /// The URL could not be reached, or the kind cannot read it.
    case source(SourceError)
    /// The rows could not be removed.
    case store(StoreError)
}
