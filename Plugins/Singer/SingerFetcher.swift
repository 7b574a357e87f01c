import AggSource
import ProgramRows

/// Runs a tap for one stream: requests its catalog once, then passes it the point where the last sync ended.
struct SingerFetcher: RecordFetcher {
    let endpoint: SingerEndpoint
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let environment = try await endpoint.environment(services)
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
            SingerMapper(endpoint: endpoint), catalog, formerRoles: held.roles, services, into: sink)
        let bookmark = catalog.isIncremental ? held.state : nil
        let tap = endpoint.tap(
            endpoint.configuration(environment) + arguments(catalog, held.options, bookmark), environment)
        let end = try await services.programs.run(tap) { piece throws(SourceError) in try await reading.push(piece) }
        try environment.masking(end).requireSuccess(of: tap)
        try await reading.readRest()
        var summary = try await summary(&reading, catalog, held, isFirst: state == nil)
        summary.notes += end.notes(on: tap)
        return .complete(summary)
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
        _ reading: inout SingerReading<Sink>, _ catalog: SingerCatalog, _ held: SingerState, isFirst: Bool
    ) async throws(SourceError) -> FetchSummary {
        let versions = reading.versions
        var summary = try await reading.finish()
        let isUnfinished = reading.isUnfinished
        let hasNewVersion = versions.active.map { $0 > held.version ?? .min } ?? false
        var next = held
        if !isUnfinished {
            next.version = hasNewVersion ? versions.active : held.version ?? (isFirst ? versions.common : nil)
        }
        if isUnfinished {
            summary.notes.append("the tap ended early; the next refresh starts from the same point again")
        } else if catalog.isIncremental, summary.skipped.count > 0 {
            // The tap would never send the skipped rows again after the new point.
            summary.notes.append("rows were skipped, so the next refresh starts from the same point again")
        } else if catalog.isIncremental {
            next.state = reading.state?.text ?? held.state
        }
        if catalog.isIncremental { next.roles = reading.roles ?? held.roles }
        summary.state = next.fetchState
        let isWhole = !isUnfinished && (!catalog.isIncremental || isFirst || hasNewVersion)
        // A tap may send a row each time that it changes, but a key in the configuration may be wrong.
        summary.hasVersions = endpoint.roles.key == nil || endpoint.roles.key == reading.keys
        summary.mode = isWhole ? .replace : .accumulate(keep: .seconds(100 * 365 * 86_400))
        return summary
    }
}

/// The state kept from one sync to the next, together with the rows.
struct SingerState: Hashable, Sendable {
    /// The catalog with the stream selected.
    var catalog: String?
    /// The options with which the tap accepts its catalog.
    var options: [String]
    /// The value of the last STATE message.
    var state: String?
    /// The version of the rows.
    var version: Int?
    /// The roles of the rows.
    var roles: RowRoles?

    init(_ state: FetchState?) {
        let values = state?.values ?? [:]
        catalog = values["catalog"]
        options = values["catalog-options"]?.split(separator: " ").map(String.init) ?? ["--catalog"]
        self.state = values["state"]
        version = values["version"].flatMap(Int.init)
        roles = values["roles"].flatMap { try? JSONValue(parsing: $0) }?.objectValue.map { object in
            RowRoles(given: Dictionary(object.members.map { ($0.name, $0.value.stringValue ?? "") }) { $1 })
        }
    }

    var fetchState: FetchState {
        var values = ["catalog-options": options.joined(separator: " ")]
        values["catalog"] = catalog
        values["state"] = state
        values["version"] = version.map(String.init)
        values["roles"] = roles.map { roles in
            JSONValue.object(JSONObject(roles.named.map { JSONObject.Member($0.role, .string($0.column)) })).text
        }
        return FetchState(values)
    }
}
