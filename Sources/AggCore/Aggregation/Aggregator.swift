package import AggSearch
package import AggSource
package import AggStorage
package import Foundation
import Synchronization

/// The interface for the shell and the commands: the sources, their refresh, search across all of them, and favorites.
package actor Aggregator {
    private nonisolated let currentRegistry: Mutex<SourceRegistry>
    nonisolated let configurations: (any SourceConfigurationStore)?
    nonisolated let store: any RecordStore
    nonisolated let users: any UserStore
    /// Merges the favorites with those of other machines; nil if unsupported.
    nonisolated let merger: (any FavoriteMergeStore)?
    /// Which news the user has read; nil if not recorded.
    nonisolated let readMarks: (any ReadMarkStore)?
    /// The watches and their alerts; nil if unsupported.
    nonisolated let alertStore: (any AlertStore)?
    /// The locks between the processes that share the store; nil if there are no others.
    package nonisolated let locks: (any StoreLocks)?
    nonisolated let services: SourceServices
    /// The maximum number of favorites.
    package nonisolated let favoritesLimit: Int
    /// The number of sources refreshed at once.
    nonisolated let sourcesAtOnce: Int
    /// The catalogs to search instead of a kind's own.
    nonisolated let catalogs: [SourceKind: [URL]]
    private var models: [SourceID: SourceModel] = [:]
    /// Sources whose rows are being removed, so no refresh that was waiting for its turn may load them.
    var sourcesBeingRemoved: Set<SourceID> = []
    /// Why starter samples could not be stored at this start.
    private nonisolated let unstoredSamples = Mutex<[SourceID: SourceError]>([:])
    /// The failures that are not stored because they concern only this run of the program.
    private nonisolated let failuresOfThisRun = Mutex<[SourceID: LoadFailure]>([:])

    /// The current sources; adding or changing one replaces the registry.
    package nonisolated var registry: SourceRegistry { currentRegistry.withLock { $0 } }

    /// Creates the reader of a query's words, which also accepts the ids of `further` sources.
    package nonisolated func queryReader(
        accents: Accents = .loose, further: Set<SourceID> = []
    ) -> QueryReader {
        QueryReader(registry.queryNames.adding(sources: further), now: services.clock.now, accents: accents)
    }

    /// Creates an aggregator over its ports; without `configurations` its sources cannot be changed.
    package init(
        registry: SourceRegistry,
        store: any RecordStore,
        users: any UserStore,
        merger: (any FavoriteMergeStore)? = nil,
        readMarks: (any ReadMarkStore)? = nil,
        alerts: (any AlertStore)? = nil,
        locks: (any StoreLocks)? = nil,
        services: SourceServices,
        favoritesLimit: Int = 100,
        sourcesAtOnce: Int = 64,
        catalogs: [SourceKind: [URL]] = [:],
        configurations: (any SourceConfigurationStore)? = nil
    ) {
        currentRegistry = Mutex(registry)
        self.configurations = configurations
        self.store = store
        self.users = users
        self.merger = merger
        self.readMarks = readMarks
        alertStore = alerts
        self.locks = locks
        self.services = services
        self.favoritesLimit = favoritesLimit
        self.sourcesAtOnce = sourcesAtOnce
        self.catalogs = catalogs
    }

    /// The model of a source, initialized from its local loader.
    func model(of instance: SourceInstance) async -> SourceModel {
        if let model = models[instance.id] { return model }
        let model = SourceModel()
        models[instance.id] = model
        await model.begin(with: instance.localLoader(store, clock: services.clock))
        return model
    }

    /// Replaces the sources.
    ///
    /// Loads of sources that were removed or changed are canceled and have ended on return, so they commit nothing
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

    /// Cancels the load of a source and waits until it has ended, so it commits nothing later.
    func endLoad(of id: SourceID) async {
        await models.removeValue(forKey: id)?.retire()
    }

    /// Stores the starter sample of every built-in source that has nothing stored, or only a sample with an outdated
    /// mapping.
    ///
    /// A source added by the user shares its kind but not its sample, whose rows would be those of another source.
    ///
    /// If others can fill the store (`isShared`), one that is empty and that this user may not fill is no fault.
    ///
    /// - Returns: Why samples could not be stored; nil if they could, or if the store is read-only but not empty.
    /// - Throws: `StoreError` if the store cannot be read.
    package nonisolated func prepareStarters(isShared: Bool = false) async throws(StoreError) -> SourceError? {
        var failure: SourceError?
        let stored = try await store.states()
        let isEmpty = stored.values.allSatisfy { $0.records == 0 }
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
                guard case .store(let code, _) = error else { continue }
                // A store that others fill may be read-only on purpose; that is the same for every source.
                if code == StoreError.readOnlyCode, isShared || !isEmpty { return isEmpty ? error : failure }
                unstoredSamples.withLock { $0[instance.id] = error }
                failure = failure ?? error
            }
        }
        return failure
    }

    /// The status of each source, in registry order.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read. Unreadable favorites are treated as empty.
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

    /// The status of each disabled source; their rows are kept but not used.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func disabledStatuses() async throws(StoreError) -> [SourceStatus] {
        guard !registry.disabled.isEmpty else { return [] }
        let favorites = await favoriteAddresses
        return try await statuses(of: registry.disabled, favorites: favorites, usesCache: true).map { status in
            var status = status
            status.phase = .disabled
            status.isServed = false
            status.isStale = false
            status.nextRefresh = nil
            status.reason = "disabled; run “source enable \(status.id)” to enable it"
            return status
        }
    }

    /// The sources whose rows are outdated, have another configuration, or are only a sample.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func dueSources() async throws(StoreError) -> [SourceInstance] {
        let due = Set(try await storedStatuses(favorites: [], usesCache: true).filter(\.isDue).map(\.id))
        return registry.instances.filter { due.contains($0.id) }
    }

    /// The addresses of all favorites; empty if the user file cannot be read.
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
        return statuses(of: instances, stored, favorites: favorites, now: services.clock.now, usesCache: usesCache)
    }

    nonisolated func statuses(
        of instances: [SourceInstance], _ stored: [SourceID: StoredSource], favorites: Set<RecordAddress>, now: Date,
        usesCache: Bool
    ) -> [SourceStatus] {
        let counts = Dictionary(favorites.map { ($0.source, 1) }, uniquingKeysWith: +)
        let unstored = unstoredSamples.withLock { $0 }
        return instances.map { instance in
            var status = SourceStatus(
                instance, stored: withFailureOfThisRun(stored[instance.id], of: instance.id),
                favorites: counts[instance.id] ?? 0, now: now, usesCache: usesCache)
            if status.origin == nil, let error = unstored[instance.id] {
                status.lacksSample = true
                if status.failedAt == nil { (status.reason, status.cause) = (error.reason(), error.reason()) }
            }
            return status
        }
    }
}

extension Aggregator {
    /// Remembers a failure that is not stored, or forgets it after any other end of a load.
    nonisolated func noteFailureOfThisRun(_ error: SourceError?, of id: SourceID) {
        if error == .cancelled { return }
        let failure = error.flatMap { $0.isOfThisRun ? LoadFailure($0, at: services.clock.now) : nil }
        failuresOfThisRun.withLock { $0[id] = failure }
    }

    /// Remembers that rows are older than requested because this user may not or could not write to the store.
    ///
    /// Otherwise, such a failure does not make rows stale: it says nothing about the source.
    package nonisolated func noteUnrefreshed(_ outcomes: [RefreshOutcome]) {
        for outcome in outcomes {
            guard let error = outcome.error, error.isOfUnwritableStore else { continue }
            failuresOfThisRun.withLock { $0[outcome.source] = LoadFailure(error, at: services.clock.now) }
        }
    }

    /// What is stored for a source, with the failure of this run.
    nonisolated func withFailureOfThisRun(_ stored: StoredSource?, of id: SourceID) -> StoredSource? {
        guard let failure = failuresOfThisRun.withLock({ $0[id] }) else { return stored }
        // Another user may have refreshed the source in the meantime.
        if let fetchedAt = stored?.fetchedAt, fetchedAt > failure.failedAt { return stored }
        var stored = stored ?? .nothing
        stored.failure = failure
        return stored
    }

    /// Titles that start with a text, for completion: from the store only, best known first.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func titles(
        startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        try await store.titles(startingWith: text, in: sources, limit: limit)
    }

    /// Values of a column that start with a text, for completion; keys if the column is `key`.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package nonisolated func values(
        of column: String, startingWith text: String, in sources: [SourceID], limit: Int
    ) async throws(StoreError) -> [String] {
        try await store.values(of: column, startingWith: text, in: sources, limit: limit)
    }
}

extension SourceError {
    /// Whether this user may not or could not write to the store, so the failure is not recorded there.
    fileprivate var isOfUnwritableStore: Bool {
        guard case .store(let code, _) = self else { return false }
        return [StoreError.readOnlyCode, StoreError.unreachableCode].contains(code)
    }
}
