package import AggSearch
package import AggSource
package import AggStorage

/// The sources that are known and loaded, in the order of the kinds and then of the configuration.
///
/// It checks everything at once when it is made, and puts the fallback decorator on every source.
package struct SourceRegistry: Sendable {
    /// The loaded sources.
    package let instances: [SourceInstance]
    /// The sources that are configured and switched off.
    package let disabled: [SourceInstance]
    /// The kinds that sources can be made of.
    package let kinds: [any DataSource.Type]
    /// What stands in for every source; nil if the sources themselves are asked.
    package let simulation: Simulation?
    /// What queries can name.
    package let queryNames: QueryNames
    private let places: [SourceID: Int]
    private let hosts: HostPolicy

    /// Makes the sources of the kinds' built-in entries with the configured entries merged over them.
    ///
    /// An entry with the id of a built-in one replaces the values it names; any other id adds an instance of its kind.
    ///
    /// - Throws: Every fault: unknown kinds and keys, values of a wrong type, ids twice, missing values, and what the
    ///   modules themselves refuse.
    package init(kinds: [any DataSource.Type], entries: [SourceEntry] = []) throws(ConfigurationFaults) {
        try self.init(kinds: kinds, entries: entries, simulation: nil)
    }

    /// Makes the sources like `init(kinds:entries:)`, all of them simulated where a simulation is given.
    ///
    /// - Throws: Every fault, as `init(kinds:entries:)`.
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
            columns: instances.lazy.flatMap(\.dataSource.columns))
        hosts = HostPolicy(instances)
        self.kinds = kinds
        self.simulation = simulation
    }

    /// The source with an id; nil if absent.
    package subscript(id: SourceID) -> SourceInstance? {
        places[id].map { instances[$0] }
    }

    /// The loader of a source: its own fetcher from outside, with the store to fall back on.
    ///
    /// With `isForced`, it asks unconditionally and accepts an answer that would be held back.
    package func loader(
        for instance: SourceInstance,
        services: SourceServices,
        store: any RefreshStore,
        isForced: Bool = false
    ) -> any SourceLoader {
        let services = self.services(services, for: instance)
        let remote = RemoteLoader(
            source: instance, store: store, fetcher: TokenFetcher(source: instance, services: services),
            clock: services.clock,
            progress: services.progress, isForced: isForced)
        return FallbackLoader(
            primary: remote, fallback: instance.localLoader(store, clock: services.clock))
    }

    /// The services of one load of a source: its requests carry the policies, and a simulated one is sent to its sample.
    func services(_ services: SourceServices, for instance: SourceInstance) -> SourceServices {
        var own = services
        let policy = instance.dataSource.policy
        if hosts.isStrict || policy.requestsPerHost != SourcePolicy.standardRequestsPerHost {
            own.http = PolicyClient(client: services.http, policy: policy, hosts: hosts)
        }
        guard let simulation = instance.simulation else { return own }
        let answers: any HTTPClient = instance.dataSource.starter.map { StarterClient(sample: $0) } ?? own.http
        own.http = SimulatedClient(simulation, answers: answers, chance: services.chance())
        return own
    }
}

/// The port to the files that configure sources: reads them all, and writes one file a source, never the user's own.
package protocol SourceConfigurationStore: Sendable {
    /// Every entry of the files as they are now, in their order, each id once.
    ///
    /// - Throws: Every fault of the files.
    func entries() throws(ConfigurationFaults) -> [SourceEntry]

    /// Writes the file of a new source; never over another one.
    ///
    /// - Returns: The path of the file.
    /// - Throws: `SourceChangeError.refused` where there is such a file, `.failed` where it cannot be written.
    func add(_ entry: SourceEntry) throws(SourceChangeError) -> String

    /// Removes the file that makes a source; false where the source is not of a file of its own.
    ///
    /// - Throws: `SourceChangeError.failed` where the file cannot be removed.
    func remove(_ id: SourceID) throws(SourceChangeError) -> Bool

    /// Says in a file of the source's own whether it is loaded, whatever else makes it.
    ///
    /// - Throws: `SourceChangeError.failed` where the file cannot be written.
    func setEnabled(_ isEnabled: Bool, _ id: SourceID) throws(SourceChangeError)
}

/// Why the configured sources could not be changed.
package enum SourceChangeError: Error, Hashable, Sendable {
    /// What is wished for makes no sense; a sentence with what to do.
    case refused(String)
    /// The source would not be right, or the files are not; every fault.
    case faults(ConfigurationFaults)
    /// A file could not be written or removed; a sentence.
    case failed(String)
    /// The address was not reached, or is not what the kind reads.
    case source(SourceError)
    /// The rows could not be removed.
    case store(StoreError)
}
