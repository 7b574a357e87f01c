package import AggSource
import AggStorage

/// What became of an edited source file.
package enum SourceEdit: Sendable {
    case unchanged
    case applied
    /// The former text was restored; nil if the file was gone or could not be read.
    case rejected(SourceChangeError, text: String?)
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

    /// Applies an edited source file if it still configures the source and all files are valid with it; otherwise restores the
    /// former text.
    ///
    /// - Throws: `.failed` if the former text cannot be restored.
    package func applyEdit(of id: SourceID, from former: SourceText) async throws(SourceChangeError) -> SourceEdit {
        let configurations = try changeable()
        let text = configurations.currentText(of: former)
        if text == former.text { return .unchanged }
        let checked: SourceRegistry
        do throws(SourceChangeError) {
            checked = try registry(of: try read(configurations))
            guard configurations.file(of: id)?.path == former.path else {
                throw .refused(
                    "“\(former.path)” no longer configures the source \(id); to remove the source, "
                        + "run “source remove \(id)”")
            }
        } catch {
            try configurations.write(former)
            return .rejected(error, text: text)
        }
        await replaceRegistry(checked)
        return .applied
    }

    /// Writes a text to a file next to those of the sources, or to one of these.
    ///
    /// - Throws: `.failed`.
    package nonisolated func write(_ file: SourceText) throws(SourceChangeError) {
        try changeable().write(file)
    }

    /// Fetches the first records of a source without storing them.
    ///
    /// - Returns: Up to `limit` records, and whether there are more.
    /// - Throws: Whatever the fetch throws.
    package nonisolated func preview(
        _ instance: SourceInstance, limit: Int
    ) async throws(SourceError) -> (records: [Record], hasMore: Bool) {
        let sink = PreviewSink(limit: limit)
        let services = try await registry.services(services, for: instance).withToken(of: instance)
        let fetcher = instance.dataSource.fetcher(services)
        let failure = await Self.failure(of: fetcher, into: sink)
        let records = await sink.records
        if let failure, records.count <= limit { throw failure }
        return (Array(records.prefix(limit)), records.count > limit)
    }

    private static func failure(of fetcher: any RecordFetcher, into sink: PreviewSink) async -> SourceError? {
        do throws(SourceError) {
            _ = try await fetcher.fetch(since: nil, into: sink)
            return nil
        } catch {
            return error
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
