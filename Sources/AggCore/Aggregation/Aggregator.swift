/// What shell and commands talk to: the sources side by side, their refresh, search over all of them, and favorites.
public actor Aggregator {
    /// The sources.
    public nonisolated let registry: SourceRegistry
    nonisolated let store: any RecordStore
    nonisolated let users: any UserStore
    nonisolated let services: SourceServices
    /// How many favorites there may be.
    public nonisolated let favoritesLimit: Int
    private var models: [SourceID: SourceModel] = [:]

    /// Makes an aggregator over its ports.
    public init(
        registry: SourceRegistry,
        store: any RecordStore,
        users: any UserStore,
        services: SourceServices,
        favoritesLimit: Int = 100
    ) {
        self.registry = registry
        self.store = store
        self.users = users
        self.services = services
        self.favoritesLimit = favoritesLimit
    }

    /// The state of a source, begun with what the local loader says.
    func model(of instance: SourceInstance) async -> SourceModel {
        if let model = models[instance.id] { return model }
        let model = SourceModel()
        models[instance.id] = model
        await model.begin(with: instance.dataSource.localLoader(store, for: instance.id, clock: services.clock))
        return model
    }

    /// Puts the starter sample of every source of which nothing is stored into the store.
    ///
    /// - Throws: `StoreError` when the store cannot be read. That a sample cannot be written (a read-only store) is no
    ///   error: there is just less to search.
    public nonisolated func prepareStarters() async throws(StoreError) {
        let stored = try await store.states()
        for instance in registry.instances where (stored[instance.id]?.records ?? 0) == 0 {
            guard stored[instance.id]?.fetchedAt == nil, let sample = instance.dataSource.starter else { continue }
            let loader = StarterLoader(source: instance, sample: sample, store: store, services: services)
            _ = try? await loader.load()
        }
    }

    /// What is known of the sources, in the order of the registry.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read. Favorites that cannot be read count as none here.
    public func statuses(usesCache: Bool = true) async throws(StoreError) -> [SourceStatus] {
        let favorites = (try? await users.favoriteAddresses()) ?? []
        var statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
        for index in statuses.indices {
            if let model = models[statuses[index].id], await model.state == .loading {
                statuses[index].phase = .loading
            }
        }
        return statuses
    }

    /// The sources whose rows are past their age, foreign or only a sample.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read.
    public nonisolated func dueSources() async throws(StoreError) -> [SourceInstance] {
        let due = Set(try await storedStatuses(favorites: [], usesCache: true).filter(\.isDue).map(\.id))
        return registry.instances.filter { due.contains($0.id) }
    }

    nonisolated func storedStatuses(
        favorites: Set<RecordAddress>, usesCache: Bool
    ) async throws(StoreError) -> [SourceStatus] {
        let stored = try await store.states()
        let counts = Dictionary(favorites.map { ($0.source, 1) }, uniquingKeysWith: +)
        let now = services.clock.now
        return registry.instances.map { instance in
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
    public nonisolated func titles(
        startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        try await store.titles(startingWith: text, in: sources, limit: limit)
    }
}
