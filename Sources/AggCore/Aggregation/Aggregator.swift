package import AggSearch
package import AggSource
package import AggStorage
import Synchronization

/// What shell and commands talk to: the sources side by side, their refresh, search over all of them, and favorites.
package actor Aggregator {
    private nonisolated let currentRegistry: Mutex<SourceRegistry>
    nonisolated let configurations: (any SourceConfigurationStore)?
    nonisolated let store: any RecordStore
    nonisolated let users: any UserStore
    nonisolated let services: SourceServices
    /// How many favorites there may be.
    package nonisolated let favoritesLimit: Int
    /// How many sources are refreshed at once.
    nonisolated let sourcesAtOnce: Int
    private var models: [SourceID: SourceModel] = [:]

    /// The sources as they are now: adding one, and the like, makes another registry.
    package nonisolated var registry: SourceRegistry { currentRegistry.withLock { $0 } }

    /// What reads the words of a query.
    package nonisolated func queryReader(accents: Accents = .loose) -> QueryReader {
        QueryReader(registry.queryNames, now: services.clock.now, accents: accents)
    }

    /// Makes an aggregator over its ports; without `configurations` its sources stay what they are.
    package init(
        registry: SourceRegistry,
        store: any RecordStore,
        users: any UserStore,
        services: SourceServices,
        favoritesLimit: Int = 100,
        sourcesAtOnce: Int = 64,
        configurations: (any SourceConfigurationStore)? = nil
    ) {
        currentRegistry = Mutex(registry)
        self.configurations = configurations
        self.store = store
        self.users = users
        self.services = services
        self.favoritesLimit = favoritesLimit
        self.sourcesAtOnce = sourcesAtOnce
    }

    /// The state of a source, begun with what the local loader says.
    func model(of instance: SourceInstance) async -> SourceModel {
        if let model = models[instance.id] { return model }
        let model = SourceModel()
        models[instance.id] = model
        await model.begin(with: instance.localLoader(store, clock: services.clock))
        return model
    }

    /// Replaces the sources.
    ///
    /// The load of a source that is gone, or another one now, is cancelled, and has ended on return: it commits nothing
    /// later.
    func replaceRegistry(_ registry: SourceRegistry) async {
        let former = self.registry
        currentRegistry.withLock { $0 = registry }
        let isKept = { (id: SourceID) in
            registry[id].map { $0.fingerprint == former[id]?.fingerprint } ?? false
        }
        let retired = models.filter { !isKept($0.key) }
        models = models.filter { isKept($0.key) }
        for model in retired.values { await model.retire() }
    }

    /// Puts the starter sample of every built-in source of which nothing is stored into the store, or just a sample that was
    /// mapped otherwise.
    ///
    /// A source that was added has its kind, but not its sample: the rows would be those of another one.
    ///
    /// - Returns: Why samples could not be stored; nil if they could, or if the store is one to read.
    /// - Throws: `StoreError` when the store cannot be read.
    package nonisolated func prepareStarters() async throws(StoreError) -> SourceError? {
        var failure: SourceError?
        let stored = try await store.states()
        let builtIns = Set(registry.kinds.flatMap { kind in kind.builtIns.map(\.id.text) })
        for instance in registry.instances
        where builtIns.contains(instance.id.description) {
            let state = stored[instance.id]
            let isOld = state?.origin == .starter && state?.mappingVersion != instance.dataSource.mappingVersion
            guard state?.fetchedAt == nil, (state?.records ?? 0) == 0 || isOld,
                let sample = instance.dataSource.starter
            else { continue }
            let loader = StarterLoader(source: instance, sample: sample, store: store, services: services)
            do throws(SourceError) { _ = try await loader.load() } catch {
                // There is just less to search.
                if case .store(let code, _) = error, code != StoreError.readOnlyCode { failure = failure ?? error }
            }
        }
        return failure
    }

    /// What is known of the sources, in the order of the registry.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read. Favorites that cannot be read count as none here.
    package func statuses(usesCache: Bool = true) async throws(StoreError) -> [SourceStatus] {
        let favorites = await favoriteAddresses
        var statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
        for index in statuses.indices {
            if let model = models[statuses[index].id], await model.state == .loading {
                statuses[index].phase = .loading
            }
        }
        return statuses
    }

    /// What is known of the sources that are switched off; their rows are kept, and not served.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read.
    package nonisolated func disabledStatuses() async throws(StoreError) -> [SourceStatus] {
        guard !registry.disabled.isEmpty else { return [] }
        let favorites = await favoriteAddresses
        return try await statuses(of: registry.disabled, favorites: favorites, usesCache: true).map { status in
            var status = status
            status.phase = .disabled
            status.isServed = false
            status.isStale = false
            status.nextRefresh = nil
            status.reason = "switched off; source enable \(status.id) switches it on"
            return status
        }
    }

    /// The sources whose rows are past their age, foreign or only a sample.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read.
    package nonisolated func dueSources() async throws(StoreError) -> [SourceInstance] {
        let due = Set(try await storedStatuses(favorites: [], usesCache: true).filter(\.isDue).map(\.id))
        return registry.instances.filter { due.contains($0.id) }
    }

    /// The addresses of all favorites; none where the user file cannot be read.
    nonisolated var favoriteAddresses: Set<RecordAddress> {
        get async { (try? await users.favoriteAddresses()) ?? [] }
    }

    nonisolated func storedStatuses(
        favorites: Set<RecordAddress>, usesCache: Bool
    ) async throws(StoreError) -> [SourceStatus] {
        try await statuses(of: registry.instances, favorites: favorites, usesCache: usesCache)
    }

    private nonisolated func statuses(
        of instances: [SourceInstance], favorites: Set<RecordAddress>, usesCache: Bool
    ) async throws(StoreError) -> [SourceStatus] {
        let stored = try await store.states()
        let counts = Dictionary(favorites.map { ($0.source, 1) }, uniquingKeysWith: +)
        let now = services.clock.now
        return instances.map { instance in
            SourceStatus(
                instance, stored: stored[instance.id], favorites: counts[instance.id] ?? 0, now: now,
                usesCache: usesCache)
        }
    }
}

extension Aggregator {
    /// Titles that begin with a text, for completion: the best known first, from the store alone.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read.
    package nonisolated func titles(
        startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        try await store.titles(startingWith: text, in: sources, limit: limit)
    }

    /// Values of a column that begin with a text, or keys where the column is `key`, for completion.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read.
    package nonisolated func values(
        of column: String, startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        try await store.values(of: column, startingWith: text, in: sources, limit: limit)
    }
}

/// The port to the person at the terminal, for a question that has to be answered before a command goes on.
package protocol Prompter: Sendable {
    /// Asks a question with a choice of answers; nil if the person leaves it.
    func choose(_ question: String, among answers: [String]) async -> String?
}
