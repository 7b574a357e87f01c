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
    /// kind. If a simulation is given, all sources are simulated.
    ///
    /// - Throws: All faults: unknown kinds and keys, values of the wrong type, duplicate ids, missing values, and
    ///   whatever the modules themselves reject.
    package init(
        kinds: [any DataSource.Type], entries: [SourceEntry] = [], simulation: Simulation? = nil
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
