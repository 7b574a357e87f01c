package import AggSource
import AggStorage

/// What became of an edited source file.
package enum SourceEdit: Sendable {
    case unchanged
    case applied
    /// Applied, but faults in other files keep the sources from being replaced.
    case saved(ConfigurationFaults)
    /// The former text was restored.
    case rejected(SourceChangeError)
}

extension Aggregator {
    /// The file that defines only this source; nil if it is built in or defined in the user's own file.
    package nonisolated func file(of id: SourceID) throws(SourceChangeError) -> SourceText? {
        try changeable().file(of: id)
    }

    /// Where the user's files configure a source; nil if only its kind does.
    ///
    /// - Throws: `.faults` if the files cannot be read, `.failed`.
    package nonisolated func entryPlace(of id: SourceID) throws(SourceChangeError) -> ConfigurationPlace? {
        try read(try changeable()).first { $0.id.text == id.description }?.id.place
    }

    /// The entry of a source, as written to its own file.
    ///
    /// - Throws: `.faults` if the files cannot be read, `.failed`.
    package nonisolated func entryText(of id: SourceID) throws(SourceChangeError) -> String {
        let configurations = try changeable()
        let builtIns = registry.kinds.flatMap { $0.builtIns }
        let own = try read(configurations).first { $0.id.text == id.description }
        guard var entry = builtIns.first(where: { $0.id.text == id.description }) else {
            guard let own else { return "" }
            return configurations.text(of: own)
        }
        guard let own else { return configurations.text(of: entry) }
        let named = Set(own.values.map { $0.name.text })
        entry.values = entry.values.filter { !named.contains($0.name.text) } + own.values
        entry.isEnabled = own.isEnabled
        return configurations.text(of: entry)
    }

    /// Writes the edited text of a source's file if the file still configures the source and is valid; otherwise
    /// restores the former text.
    ///
    /// Faults in other files don't count, so that several faulty files can be repaired one after the other.
    ///
    /// - Throws: `.failed` if the text cannot be written or the former one cannot be restored.
    package func applyEdit(
        _ text: String, of id: SourceID, in former: SourceText
    ) async throws(SourceChangeError) -> SourceEdit {
        let configurations = try changeable()
        if text == former.text { return .unchanged }
        try configurations.write(SourceText(path: former.path, text: text))
        var checked: SourceRegistry?
        var others: ConfigurationFaults?
        do throws(SourceChangeError) {
            // Faults in the text of another file would hide those of this source.
            if let entry = configurations.entry(of: id) { _ = try registry(of: [entry]) }
            checked = try registry(of: try read(configurations))
        } catch {
            guard case .faults(let faults) = error, faults.faults.allSatisfy({ $0.isOutside(former.path) }) else {
                try configurations.write(former)
                return .rejected(error)
            }
            others = faults
        }
        guard configurations.file(of: id)?.path == former.path else {
            try configurations.write(former)
            return .rejected(
                .refused(
                    "“\(former.path)” no longer configures the source \(id); to remove the source, "
                        + "run “source remove \(id)”"))
        }
        if let checked { await replaceRegistry(checked) }
        return others.map(SourceEdit.saved) ?? .applied
    }

    /// Writes a text to a file next to those of the sources, or to one of these.
    ///
    /// - Throws: `.failed`.
    package nonisolated func write(_ file: SourceText) throws(SourceChangeError) {
        try changeable().write(file)
    }

    /// Fetches the first records of a source without storing them.
    ///
    /// - Returns: Up to `limit` records, whether there are more, and, if not, the notes of the fetch.
    /// - Throws: Whatever the fetch throws.
    package nonisolated func preview(
        _ instance: SourceInstance, limit: Int
    ) async throws(SourceError) -> (records: [Record], hasMore: Bool, notes: [String]) {
        let sink = PreviewSink(limit: limit)
        let services = try await registry.services(services, for: instance).withToken(of: instance)
        let fetcher = instance.dataSource.fetcher(services)
        do throws(SourceError) {
            let result = try await fetcher.fetch(since: nil, into: sink)
            guard case .complete(let summary) = result else { return (await sink.records, false, []) }
            let skipped = summary.skipped.count > 0 ? [summary.skipped.text] : []
            return (await sink.records, false, summary.notes + skipped)
        } catch {
            let records = await sink.records
            guard records.count > limit else { throw error }
            return (Array(records.prefix(limit)), true, [])
        }
    }

    /// The source that a discovery would create, without adding it to the registry.
    ///
    /// - Throws: `.faults` if the kind rejects the values.
    package nonisolated func instance(of found: FoundSource) throws(SourceChangeError) -> SourceInstance? {
        let entry = SourceEntry(found.discovery, of: found.kind.kind, as: "preview")
        do {
            return try SourceRegistry(kinds: [found.kind], entries: [entry]).instances
                .first { $0.id.description == "preview" }
        } catch {
            throw .faults(error)
        }
    }
}

extension ConfigurationFault {
    /// Whether the fault is in another file.
    fileprivate func isOutside(_ path: String) -> Bool {
        place.map { $0.file != path } ?? false
    }
}

/// Collects the first records, then stops the fetch.
private actor PreviewSink: BatchSink {
    private let limit: Int
    private(set) var records: [Record] = []

    init(limit: Int) {
        self.limit = limit
    }

    func write(_ batch: [Record]) throws(SourceError) {
        records += batch.prefix(limit + 1 - records.count)
        if records.count > limit { throw .refused("the preview has enough records") }
    }

    func restart() { records = [] }
}
