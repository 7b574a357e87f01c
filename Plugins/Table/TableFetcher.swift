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
        var kept = KeptColumns(state)
        if settings.roles.key != nil { kept.key = nil }
        // The first of several pages says nothing about the others.
        let state = settings.next == nil ? state : nil
        let response = try await services.send(endpoint.request(since: state))
        let validators = Validators(response.headers)
        if response.isNotModified, let held = state?.validators {
            return .unchanged(kept.state(held.updated(by: validators), digest: state?.digest))
        }
        try response.requireSuccess(now: services.clock.now)
        let digest = try response.digest()
        if digest == state?.digest {
            return .unchanged(kept.state(validators, digest: digest), bytes: response.body.count)
        }
        var (settings, notes) = try await completed(response, &kept)
        guard let shape = settings.shape else { throw .invalidData("(expected a table)") }
        let readsOnlyFirst = settings.next == nil && response.link(to: "next") != nil
        if readsOnlyFirst {
            notes.append("only the first page was read; to read the others, add “next: header” to this source")
        }
        let isKeyDetected = self.settings.roles.key == nil
        var writer = TableWriter(
            shape, settings, size: response.body.count, sink, id: id, isKeyDetected: isKeyDetected)
        let pages = TablePages(
            endpoint: endpoint, shape: shape, next: settings.next, most: settings.maxPages, services: services,
            id: id)
        let outcome = try await pages.write(response, with: &writer)
        notes += outcome.notes
        if let note = writer.dateNote { notes.append(note) }
        if let order = writer.betterOrder {
            // A late date has shown that all are in another order.
            try await sink.restart()
            settings.dates = order
            writer = TableWriter(
                shape, settings, size: response.body.count, sink, id: id, isKeyDetected: isKeyDetected)
            try await writer.write(response.body)
        }
        // Columns that the first refresh found, too, may be left out on purpose.
        if self.settings.columns != nil, let known = kept.columns, let note = writer.note(onColumnsNotIn: known) {
            notes.append(note)
        }
        var summary = writer.summary(notes: notes)
        summary.isIncomplete = outcome.isIncomplete || readsOnlyFirst
        // Rejected rows are reported each time.
        let isWhole = summary.skipped.count == 0 && summary.notes.isEmpty && settings.next == nil
        if kept.columns == nil { kept.columns = writer.allNames }
        summary.state = kept.state(settings.next == nil ? validators : nil, digest: isWhole ? digest : nil)
        return .complete(summary)
    }

    /// The settings, with what the configuration leaves open, and notes on what was detected.
    private func completed(
        _ response: HTTPResponse, _ kept: inout KeptColumns
    ) async throws(SourceError) -> (settings: TableSettings, notes: [String]) {
        guard !settings.isComplete else { return (settings, []) }
        let declared = DeclaredEncoding(ContentType(response.headers))
        let finding = try await TableDetector(given: settings, declared: declared, formerKey: kept.key)
            .find(in: response.body)
        var (found, notes) = (finding.settings, [String]())
        if finding.survey.rows > 0 {
            let detected = TableFindings.note(on: found.roles, besides: settings.roles)
            notes = [detected].compactMap(\.self) + finding.assumptions
        } else if settings.columns == nil || settings.roles.key == nil {
            notes = [TableFindings.noRows(settings)]
        }
        // One row has a different value in any column.
        if settings.roles.key == nil, finding.survey.rows > 1 { kept.key = found.roles.key }
        if settings.columns == nil { found.columns = found.columns.map { kept.ordered($0) } }
        if found.next == nil, !response.url.isFileURL {
            found.next = found.shape.flatMap { NextPage(of: response, $0) }
        }
        return (found, notes)
    }
}
