package import AggSource
package import AggStorage
import Foundation

extension Aggregator {
    /// Finds out what is at an address, as a source of a kind; the trace knows the address that was asked last.
    ///
    /// - Throws: What the kind's discovery throws.
    package nonisolated func discover(
        _ kind: any DataSource.Type, _ text: String, _ trace: RequestTrace = RequestTrace()
    ) async throws(SourceError) -> Discovery {
        try await kind.discover(text, trace.tracing(services))
    }

    /// Adds a source of a kind: checks it, writes its file, and loads it into the registry.
    ///
    /// - Returns: The source and the path of its file.
    /// - Throws: `.refused` for an id that is taken, `.faults` where the kind does not take the values, `.failed`.
    package func add(
        _ discovery: Discovery, of kind: any DataSource.Type, as id: String
    ) async throws(SourceChangeError) -> (source: SourceInstance, file: String) {
        let configurations = try changeable()
        let entry = SourceEntry(discovery, of: kind.kind, as: id)
        var entries = try read(configurations)
        let known = registry.instances + registry.disabled
        guard !known.contains(where: { $0.id.description == id }), !entries.contains(where: { $0.id.text == id }) else {
            throw .refused("there is a source “\(id)” already; give another id with --id")
        }
        entries.append(entry)
        let checked = try registry(of: entries)
        guard let source = checked.instances.first(where: { $0.id.description == id }) else {
            throw .refused("“\(id)” cannot be the id of a source; give another with --id")
        }
        let file = try configurations.add(entry)
        await replaceRegistry(checked)
        return (source, file)
    }

    /// Removes a source that has a file of its own, and its rows; favorites stay.
    ///
    /// - Throws: `.refused` for a source that the program or the user's own file makes, `.failed`, `.store`.
    package func remove(_ id: SourceID) async throws(SourceChangeError) {
        let configurations = try changeable()
        guard try configurations.remove(id) else {
            throw .refused(
                "the source “\(id)” is not one that was added: a built-in source and one of the configuration file stay; "
                    + "source disable \(id) switches it off")
        }
        await replaceRegistry(try registry(of: try read(configurations)))
        do { try await store.remove(id) } catch { throw .store(error) }
    }

    /// Switches a source on or off; its rows and favorites stay.
    ///
    /// - Returns: Whether it was the other way before.
    /// - Throws: `.failed`, `.faults`.
    package func setEnabled(_ isEnabled: Bool, _ id: SourceID) async throws(SourceChangeError) -> Bool {
        let configurations = try changeable()
        if (registry[id] != nil) == isEnabled { return false }
        try configurations.setEnabled(isEnabled, id)
        await replaceRegistry(try registry(of: try read(configurations)))
        return true
    }

    nonisolated func changeable() throws(SourceChangeError) -> any SourceConfigurationStore {
        guard let configurations else {
            throw .failed(
                "there is no folder to write sources into, since HOME is not set; name a configuration file with --config"
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
    /// Makes the entry of what was found, its values ordered by their names.
    init(_ discovery: Discovery, of kind: SourceKind, as id: String) {
        self.init(
            id: Text(id), kind: Text(kind.description),
            values: discovery.values.sorted { $0.key < $1.key }.map { (Text($0.key), Text($0.value)) })
    }
}

/// All that is known of one source: what it is, what it asks, what it holds.
package struct SourceDetails: Hashable, Sendable {
    /// What the source holds, and how fresh that is.
    package var status: SourceStatus
    /// What the kind gives, in one sentence.
    package var summary: String
    /// The address that is asked; nil if the configuration names none.
    package var address: String?
    /// The columns of its records.
    package var columns: [Column]
    /// How old is too old, and what a refresh replaces.
    package var policy: SourcePolicy
    /// What the next request is made conditional by; nil if nothing is held.
    package var validators: Validators?
    /// What is left of the server's limit on requests, as far as it has said; nil if it has not.
    package var rateLimit: RateLimit?
    /// Why the last load failed; nil if it did not.
    package var failure: LoadFailure?
}

extension Aggregator {
    /// All that is known of a source, enabled or not.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read.
    package func details(of instance: SourceInstance, usesCache: Bool = true) async throws(StoreError) -> SourceDetails?
    {
        let statuses = try await statuses(usesCache: usesCache) + disabledStatuses()
        guard let status = statuses.first(where: { $0.id == instance.id }) else { return nil }
        let stored = try await store.state(of: instance.id)
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
