import AggSource
import Foundation

/// Fetches a table with one conditional request, and reads the response in one pass if the configuration is complete.
struct TableFetcher: RecordFetcher {
    let endpoint: TableEndpoint
    let settings: TableSettings
    let services: SourceServices
    /// The source, for errors that say how to change it.
    var id: SourceID?

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let known = state?.values[Self.columnsState]
        // The first of several pages says nothing about the others.
        let state = settings.next == nil ? state : nil
        let response = try await services.send(endpoint.request(since: state))
        let validators = Validators(response.headers)
        if response.isNotModified, let held = state?.validators {
            return .unchanged(Self.state(held.updated(by: validators), digest: state?.digest, known))
        }
        try response.requireSuccess(now: services.clock.now)
        let digest = try response.digest()
        if digest == state?.digest {
            return .unchanged(Self.state(validators, digest: digest, known), bytes: response.body.count)
        }
        var notes: [String] = []
        var settings = settings
        if !settings.isComplete {
            let declared = DeclaredEncoding(ContentType(response.headers))
            let finding = try await TableDetector(given: settings, declared: declared).find(in: response.body)
            let detected = TableFindings.note(on: finding.settings.roles, besides: settings.roles)
            if finding.survey.rows > 0 {
                notes = [detected].compactMap(\.self) + finding.assumptions
            } else if settings.columns == nil || settings.roles.key == nil {
                notes = [TableFindings.noRows(settings)]
            }
            settings = finding.settings
            if settings.next == nil, !response.url.isFileURL {
                settings.next = settings.shape.flatMap { NextPage(of: response, $0) }
            }
        }
        guard let shape = settings.shape else { throw .invalidData("(expected a table)") }
        if settings.next == nil, response.link(to: "next") != nil {
            notes.append("only the first page was read; to read the others, add “next: header” to this source")
        }
        var writer = TableWriter(shape, settings, size: response.body.count, sink, id: id)
        let pages = TablePages(
            endpoint: endpoint, shape: shape, next: settings.next, most: settings.maxPages, services: services,
            id: id)
        notes += try await pages.write(response, with: &writer)
        if let note = writer.dateNote { notes.append(note) }
        if let order = writer.betterOrder {
            // A late date has shown that all are in another order.
            try await sink.restart()
            settings.dates = order
            writer = TableWriter(shape, settings, size: response.body.count, sink, id: id)
            try await writer.write(response.body)
        }
        // Columns that the first refresh found, too, may be left out on purpose.
        if self.settings.columns != nil, let known, let note = writer.note(onColumnsNotIn: known.split(separator: ","))
        {
            notes.append(note)
        }
        var summary = writer.summary(notes: notes)
        // Rejected rows are reported each time.
        let isWhole = summary.skipped.count == 0 && summary.notes.isEmpty && settings.next == nil
        summary.state = Self.state(
            settings.next == nil ? validators : nil, digest: isWhole ? digest : nil,
            known ?? (writer.allNames.isEmpty ? nil : writer.allNames.joined(separator: ",")))
        return .complete(summary)
    }

    /// The name under which the state records the columns of the first refresh.
    private static let columnsState = "columns"

    private static func state(_ validators: Validators?, digest: String?, _ columns: String?) -> FetchState? {
        var state = FetchState(validators, digest: digest) ?? FetchState()
        state.values[columnsState] = columns
        return state.values.isEmpty ? nil : state
    }
}
