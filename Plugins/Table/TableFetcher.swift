import AggSource

/// Fetches a table with one conditional request, and reads the response in one pass if the configuration is complete.
struct TableFetcher: RecordFetcher {
    let endpoint: TableEndpoint
    let settings: TableSettings
    let services: SourceServices
    /// The source, for errors that say how to change it.
    var id: SourceID?

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        // The first of several pages says nothing about the others.
        let state = settings.next == nil ? state : nil
        let response = try await services.send(endpoint.request(since: state))
        let validators = Validators(response.headers)
        if response.isNotModified, let held = state?.validators {
            return .unchanged(FetchState(held.updated(by: validators), digest: state?.digest))
        }
        try response.requireSuccess(now: services.clock.now)
        let digest = try response.digest()
        if digest == state?.digest {
            return .unchanged(FetchState(validators, digest: digest), bytes: response.body.count)
        }
        var notes: [String] = []
        var settings = settings
        if !settings.isComplete {
            let declared = DeclaredEncoding(ContentType(response.headers))
            let finding = try await TableDetector(given: settings, declared: declared).find(in: response.body)
            settings = finding.settings
            notes =
                finding.survey.rows == 0
                ? [TableFindings.noRows] : [TableFindings.roles(finding.settings)] + finding.assumptions
            if settings.next == nil { settings.next = settings.shape.flatMap { NextPage(of: response, $0) } }
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
        var summary = writer.summary(notes: notes)
        // Rejected rows are reported each time.
        let isWhole = summary.skipped.count == 0 && summary.notes.isEmpty && settings.next == nil
        summary.state = FetchState(settings.next == nil ? validators : nil, digest: isWhole ? digest : nil)
        return .complete(summary)
    }
}
