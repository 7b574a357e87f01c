import AggSource
import Foundation
import ProgramRows

/// Runs a tap for one stream: requests its catalog once, then passes it the point where the last sync ended.
struct SingerFetcher: RecordFetcher {
    let endpoint: SingerEndpoint
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let environment = try await endpoint.environment(services)
        return .complete(
            try await environment.masking { () throws(SourceError) in
                try await summary(since: state, in: environment, into: sink)
            })
    }

    private func summary(
        since state: FetchState?, in environment: ProgramEnvironment, into sink: some BatchSink
    ) async throws(SourceError) -> FetchSummary {
        let started = services.clock.now
        var held = SingerState(state)
        let discovery = SingerTap(endpoint: endpoint, services: services, environment: environment)
        let catalog: SingerCatalog
        if let known = held.catalog.flatMap({ SingerCatalog($0, stream: endpoint.stream) }) {
            catalog = known
        } else {
            catalog = try SingerCatalog(try await discovery.discover(), stream: endpoint.stream)
            held.catalog = JSONValue.object(catalog.document).text
            held.options = try await discovery.catalogOptions()
        }
        var reading = SingerReading(
            SingerMapper(endpoint: endpoint), catalog, formerRoles: held.formerRoles, services, environment,
            into: sink)
        let bookmark = catalog.isIncremental ? held.state : nil
        let tap = endpoint.tap(
            endpoint.configuration(environment) + arguments(catalog, held.options, bookmark), environment)
        let end = try await services.programs.run(tap) { piece throws(SourceError) in try await reading.push(piece) }
        try environment.masking(end).requireSuccess(of: tap)
        try await reading.readRest()
        var summary = try await summary(&reading, catalog, held, isFirst: state == nil, started)
        summary.notes += end.notes(on: tap)
        return summary
    }

    private func arguments(
        _ catalog: SingerCatalog, _ options: [String], _ bookmark: String?
    ) -> [Program.Argument] {
        let file = Program.Argument.file(Array(JSONValue.object(catalog.document).text.utf8))
        let selection = options.flatMap { [Program.Argument.text($0), file] }
        return selection + (bookmark.map { ["--state", .file(Array($0.utf8))] } ?? [])
    }

    /// The outcome of the sync.
    ///
    /// A bookmark is kept only if the tap finished and all rows could be stored. Rows are removed only if the tap finished, and
    /// an incremental one removes none of its own earlier rows without a new version.
    private func summary<Sink: BatchSink>(
        _ reading: inout SingerReading<Sink>, _ catalog: SingerCatalog, _ held: SingerState, isFirst: Bool,
        _ started: Date
    ) async throws(SourceError) -> FetchSummary {
        let versions = reading.versions
        var summary = try await reading.finish()
        if let change = keyChange(from: held.roles, to: reading.roles) {
            // Rows of an incremental stream would stay beside their new versions.
            guard !catalog.isIncremental else {
                throw .invalidData(
                    "from the tap: \(change); run “refresh --force \(endpoint.id)” to load all rows again")
            }
            summary.notes.append("\(change), so every record has a new address")
        }
        let isUnfinished = reading.isUnfinished
        let hasNewVersion = versions.active.map { $0 > held.version ?? .min } ?? false
        var next = held
        if !isUnfinished {
            next.version = hasNewVersion ? versions.active : held.version ?? (isFirst ? versions.common : nil)
        }
        // Once a version is active, all newer ones are known.
        if !isUnfinished, hasNewVersion { next.newVersions = next.newVersions ?? [] }
        next.noteVersion(versions.newest, at: services.clock.now)
        if isUnfinished {
            summary.notes.append("the tap ended early; the next refresh starts from the same point again")
        } else if catalog.isIncremental, summary.skipped.count > 0 {
            // The tap would never send the skipped rows again after the new point.
            summary.notes.append("rows were skipped, so the next refresh starts from the same point again")
        } else if catalog.isIncremental {
            next.state = reading.state?.text ?? held.state
        }
        if let roles = reading.roles { next.noteRoles(roles, isIncremental: catalog.isIncremental) }
        summary.state = next.fetchState
        let isWhole = !isUnfinished && (!catalog.isIncremental || isFirst)
        // A tap may send a row each time that it changes, but a key in the configuration may be wrong.
        summary.hasVersions = endpoint.roles.key == nil || endpoint.roles.key == reading.keys
        summary.mode =
            if isWhole {
                .replace
            } else if !isUnfinished, hasNewVersion, let version = versions.active {
                held.mode(activating: version, started)
            } else {
                .keepAll
            }
        return summary
    }

    /// How the rows are identified differently from the stored ones; nil if they are not.
    private func keyChange(from former: RowRoles?, to roles: RowRoles?) -> String? {
        guard let old = former?.key, let new = roles?.key, new != old else { return nil }
        return "the key changed from “\(old.joined(separator: ", "))” to “\(new.joined(separator: ", "))”"
    }
}
