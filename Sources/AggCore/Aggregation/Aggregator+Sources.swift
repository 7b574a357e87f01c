package import AggSource
package import AggStorage
import Foundation

extension Aggregator {
    /// Adds a source: validates it, writes its file, and loads it into the registry.
    ///
    /// - Returns: The source and the path of its file.
    /// - Throws: `.refused` if the id is taken, `.faults` if the kind rejects the values, `.failed`.
    package func add(
        _ discovery: Discovery, of kind: any DataSource.Type, as id: String
    ) async throws(SourceChangeError) -> (source: SourceInstance, file: String) {
        let configurations = try changeable()
        let entry = SourceEntry(discovery, of: kind.kind, as: id)
        let (checked, source) = try added(entry, configurations)
        let file = try configurations.add([entry])[0].get()
        await replaceRegistry(checked)
        return (source, file)
    }

    /// Checks whether a source could be added, without adding it.
    ///
    /// - Throws: What `add` would throw, except that its file cannot be written.
    package nonisolated func check(
        _ discovery: Discovery, of kind: any DataSource.Type, as id: String
    ) throws(SourceChangeError) {
        _ = try added(SourceEntry(discovery, of: kind.kind, as: id), try changeable())
    }

    /// The id for a new source: the proposed one, with a number appended if another source has it.
    ///
    /// - Throws: `.faults` if the files cannot be read, `.failed`.
    package nonisolated func freeID(like id: String) throws(SourceChangeError) -> String {
        var ids = DistinctNames(separator: "-", taken: takenIDs(with: try read(try changeable())))
        return ids.distinct(id)
    }

    /// The ids that a new source cannot have.
    nonisolated func takenIDs(with entries: [SourceEntry]) -> Set<String> {
        let known = registry.instances + registry.disabled
        return SQLViews.commonNames.union(known.map(\.id.description) + entries.map(\.id.text))
    }

    /// The registry with a new entry, and its source.
    private nonisolated func added(
        _ entry: SourceEntry, _ configurations: any SourceConfigurationStore
    ) throws(SourceChangeError) -> (registry: SourceRegistry, source: SourceInstance) {
        let id = entry.id.text
        let entries = try read(configurations)
        guard !SQLViews.commonNames.contains(id) else {
            throw .refused("“\(id)” is the name of a view in SQL; choose another id with --id")
        }
        guard !takenIDs(with: entries).contains(id) else {
            throw .refused("source “\(id)” already exists; choose another id with --id")
        }
        let checked = try registry(of: entries + [entry])
        guard let source = checked.instances.first(where: { $0.id.description == id }) else {
            throw .refused("“\(id)” is not a valid source id; choose another with --id")
        }
        return (checked, source)
    }

    /// Removes an added source and its rows; favorites are kept.
    ///
    /// The rows are removed first: if that fails, the source is kept and can be removed later. But those who may not
    /// write to a server can still remove a source from their own configuration.
    ///
    /// - Returns: Why the server keeps the rows; nil if they were removed.
    /// - Throws: `.refused` for a source from the built-in configuration or the user's own file, `.faults` in other
    ///   files, `.failed`, `.store`.
    @discardableResult
    package func remove(_ id: SourceID) async throws(SourceChangeError) -> StoreError? {
        let configurations = try changeable()
        guard let file = configurations.file(of: id) else {
            let isBuiltIn = registry.kinds.contains { $0.builtIns.contains { $0.id.text == id.description } }
            let place = try isBuiltIn ? nil : entryPlace(of: id)
            let reason = place.map { "it is defined in \($0.file), line \($0.line)" } ?? "it is a built-in source"
            throw .refused("cannot remove “\(id)”: \(reason); run “source disable \(id)” to disable it")
        }
        do throws(SourceChangeError) { _ = try registry(of: try read(configurations)) } catch {
            // Faults in the file itself go away with it.
            guard case .faults(let faults) = error, faults.faults.allSatisfy({ $0.place?.file == file.path }) else {
                throw error
            }
        }
        sourcesBeingRemoved.insert(id)
        defer { sourcesBeingRemoved.remove(id) }
        await endLoad(of: id)
        var refusal: StoreError?
        do { try await store.remove(id) } catch {
            guard case .server(StoreError.readOnlyCode, _) = error else { throw .store(error) }
            refusal = error
        }
        try configurations.remove(id)
        await replaceRegistry(try registry(of: try read(configurations)))
        return refusal
    }

    /// Enables or disables a source; its rows and favorites are kept.
    ///
    /// - Returns: Whether this changed anything.
    /// - Throws: `.failed`; `.faults`, and nothing is changed then.
    package func setEnabled(_ isEnabled: Bool, _ id: SourceID) async throws(SourceChangeError) -> Bool {
        let configurations = try changeable()
        if (registry[id] != nil) == isEnabled { return false }
        _ = try registry(of: try read(configurations))
        try configurations.setEnabled(isEnabled, id)
        await replaceRegistry(try registry(of: try read(configurations)))
        return true
    }

    nonisolated func changeable() throws(SourceChangeError) -> any SourceConfigurationStore {
        guard let configurations else {
            throw .failed(
                "cannot save changes to sources: HOME is not set; choose a configuration file with --config"
            )
        }
        return configurations
    }

    nonisolated func read(
        _ configurations: any SourceConfigurationStore
    ) throws(SourceChangeError) -> [SourceEntry] {
        do { return try configurations.entries() } catch { throw .faults(error) }
    }

    nonisolated func registry(of entries: [SourceEntry]) throws(SourceChangeError) -> SourceRegistry {
        do {
            return try SourceRegistry(kinds: registry.kinds, entries: entries, simulation: registry.simulation)
        } catch {
            throw .faults(error)
        }
    }
}

extension SourceEntry {
    /// Creates an entry from a discovery, with the values ordered by name.
    init(_ discovery: Discovery, of kind: SourceKind, as id: String) {
        self.init(
            id: Text(id), kind: Text(kind.description),
            values: (discovery.values.mapValues { Text($0) })
                .merging(discovery.lists.mapValues { Text(.array($0.map(JSONValue.string))) }) { $1 }
                .sorted { $0.key < $1.key }.map { (Text($0.key), $0.value) })
    }
}

/// Everything known about a source: what it is, what it requests, what it holds.
package struct SourceDetails: Hashable, Sendable {
    /// What the source holds and how fresh it is.
    package var status: SourceStatus
    /// A one-sentence description of what the kind provides.
    package var summary: String
    /// The URL it requests; nil if the configuration has none.
    package var address: String?
    /// The columns of its records.
    package var columns: [Column]
    /// How long rows may be kept, and what a refresh replaces.
    package var policy: SourcePolicy
    /// The validators for the next request; nil if there are none.
    package var validators: Validators?
    /// The server's remaining request limit, as last reported; nil if unknown.
    package var rateLimit: RateLimit?
    /// Why the last load failed; nil if it succeeded.
    package var failure: LoadFailure?
}

extension Aggregator {
    /// Everything known about a source, enabled or not.
    ///
    /// - Throws: `StoreError` if the mirror cannot be read.
    package func details(of instance: SourceInstance, usesCache: Bool = true) async throws(StoreError) -> SourceDetails?
    {
        let statuses = try await statuses(usesCache: usesCache) + disabledStatuses()
        guard let status = statuses.first(where: { $0.id == instance.id }) else { return nil }
        let stored = withFailureOfThisRun(try await store.state(of: instance.id), of: instance.id)
        let now = services.clock.now
        return SourceDetails(
            status: status, summary: type(of: instance.dataSource).summary,
            address: (instance.dataSource.address(at: now)?.absoluteString ?? instance.address)
                .map(Secrets.masked),
            columns: instance.dataSource.columns, policy: instance.dataSource.policy,
            validators: stored?.fetchState?.validators, rateLimit: stored?.fetchState?.rateLimit?.at(now),
            failure: stored?.failure)
    }
}
