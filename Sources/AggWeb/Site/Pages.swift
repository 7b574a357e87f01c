import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import Foundation

/// Builds the pages, their parts, and the map.
struct Pages: Sendable {
    private let backend: Backend
    private let refreshes: Refreshes

    init(_ backend: Backend, _ refreshes: Refreshes) {
        self.backend = backend
        self.refreshes = refreshes
    }

    /// The paths of the pages.
    static let paths: Set = [
        "/", "/parts/results", "/parts/facets", "/parts/chips", "/record", "/help", "/map.svg", "/points", "/feed.atom",
    ]

    /// Returns the page at the requested path; nil if there is none.
    func answer(_ request: WebRequest, _ visitor: Visitors.Visitor) async -> WebResponse? {
        let state = PageState(request.query)
        switch request.path {
        case "/": return await search(state, visitor)
        case "/parts/results": return part(await results(state))
        case "/parts/facets": return part(await facets(state))
        case "/parts/chips": return part(chips((try? await statuses()) ?? [], state.url("/"), visitor).markup)
        case "/record": return await record(request, visitor)
        case "/help":
            return Layout(title: "Help – agg", formToken: visitor.formToken).page(HelpPage.markup)
        case "/map.svg": return await map(state)
        case "/points": return await points(state, request)
        case "/feed.atom": return await Feed(backend).answer(state, to: request)
        default: return nil
        }
    }

    /// Returns the search page, whose parts are sent as they become available, starting with the rows.
    private func search(_ state: PageState, _ visitor: Visitors.Visitor) async -> WebResponse {
        var status = 200
        var statuses: [SourceStatus] = []
        do throws(StoreError) {
            statuses = try await self.statuses()
        } catch {
            // In place of the rows, the page says why.
            status = API.refusal(CommandError(error)).status
        }
        let chips = chips(statuses, state.url("/"), visitor)
        let layout = Layout(
            title: state.query.isEmpty ? "agg" : "\(state.query) – agg", query: state.query,
            formToken: visitor.formToken, reloads: chips.isRefreshing)
        var response = WebResponse(streaming: Layout.type) { body in
            // The browser fetches the styles during the search.
            try await body.write(HTML([layout.head, chips.markup]).source)
            try await body.write(
                HTML([
                    "<div class=\"columns\"><main id=\"main\" tabindex=\"-1\">", await results(state), "</main>\n",
                ]).source)
            let columns = await columns(state)
            let facets = FacetList(columns: columns, state: state).markup
            try await body.write(
                HTML([
                    "<aside aria-label=\"Facets\">\(facets)</aside>\n", await pictures(state, columns), "</div>\n",
                    Star.form(visitor.formToken, state.url("/")), layout.tail,
                ]).source)
        }
        response.status = status
        return response
    }

    private func part(_ markup: HTML) -> WebResponse { WebResponse(type: Layout.type, markup.source) }

    private func statuses() async throws(StoreError) -> [SourceStatus] {
        try await backend.aggregator.statuses(usesCache: backend.settings.usesCache)
    }

    private func chips(_ statuses: [SourceStatus], _ place: String, _ visitor: Visitors.Visitor) -> SourceChips {
        let refreshing = refreshes.current
        let shown = statuses.map { status in
            var status = status
            if refreshing.contains(status.id.description) { status.phase = .loading }
            return status
        }
        return SourceChips(statuses: shown, place: place, formToken: visitor.formToken)
    }

    /// Returns the results of a search, or the favorites if the query is empty.
    private func results(_ state: PageState) async -> HTML {
        do throws(CommandError) {
            let words = [Word("search"), Word("--limit=\(state.limit)"), Word("--")] + state.words
            let output = try await backend.run(words)
            if let refusal = output.refusal { throw refusal }
            guard let report = output.body as? RecordsReport else { return "" }
            return ResultList(
                answer: report.answer, elapsed: output.elapsed, state: state
            ).markup
        } catch {
            let heading = error.status == .usage ? "Invalid search" : "The search failed"
            return "<div id=\"results\"><h1 class=\"count\">\(heading)</h1><p>\(error.message)</p></div>\n"
        }
    }

    private func facets(_ state: PageState) async -> HTML {
        let columns = await columns(state)
        return HTML([FacetList(columns: columns, state: state).markup, await pictures(state, columns)])
    }

    private func columns(_ state: PageState) async -> [FacetList.Column] { await Facets(backend, state).columns }

    /// Returns the map and chart of a search; without a query, the map of the favorites.
    private func pictures(_ state: PageState, _ columns: [FacetList.Column]) async -> HTML {
        let isEmpty = state.query.isEmpty
        let shown = isEmpty ? state.asking("is:favorite") : state
        let picture: HTML? =
            isEmpty
            ? nil
            : """
            <noscript><img src="\(state.url("/map.svg"))" alt="Map of these records" loading="lazy"></noscript>
            """
        return """
            <section id="pictures" class="pictures" aria-label="Map and chart">\
            <figure class="map"><div id="map" data-points="\(shown.url("/points"))" \
            data-query="\(field: state.queryWithoutPlace)"></div>\(picture)\
            <figcaption>\(isEmpty ? "Where your favorites are" : "Where these records are")</figcaption></figure>
            \(await chart(state, columns)?.markup)</section>

            """
    }

    /// Returns the chart of the chosen column or, if the results have no values there, of the first facet.
    private func chart(_ state: PageState, _ columns: [FacetList.Column]) async -> BarChart? {
        if let column = state.chart, let chart = await chart(of: column, state) { return chart }
        guard !state.query.isEmpty, let column = columns.first(where: { $0.name != "source" }) ?? columns.first else {
            return nil
        }
        return await chart(of: column.name, state)
    }

    private func chart(of column: String, _ state: PageState) async -> BarChart? {
        let words = [Word("chart"), Word("--limit=12"), Word("--"), Word(column, isQuoted: true)] + state.words
        guard let report = try? await backend.run(words).body as? PictureReport else { return nil }
        return BarChart(of: report.report, column: column)
    }

    private func record(_ request: WebRequest, _ visitor: Visitors.Visitor) async -> WebResponse {
        let text = request.query["address"] ?? ""
        do throws(CommandError) {
            // Missing details are fetched only on request, so a page never waits for the network.
            let output = try await backend.run(
                [Word("show"), Word("--"), Word(text, isQuoted: true)], isOffline: request.query["details"] == nil)
            guard let report = output.body as? RecordReport, let row = report.answer.rows.first else {
                return missing()
            }
            let address = row.address
            // A preview, which fetches a page before anyone opens it, does not read it.
            if request.opensPage { await backend.aggregator.noteRead([address]) }
            let favorites = (try? await backend.aggregator.keptFavorites()) ?? []
            var shown = row
            shown.favorite = favorites.first { $0.address == address }.map(RecordsAnswer.FavoriteNotes.init)
            let page = RecordPage(
                row: shown, columns: backend.aggregator.registry[address.source]?.dataSource.columns ?? [],
                status: report.answer.sources.first?.status, changes: await changes(of: address),
                lacksDetails: backend.aggregator.detailLoader(for: row) != nil, formToken: visitor.formToken)
            return Layout(title: "\(row.record.title) – agg", formToken: visitor.formToken).page(page.markup)
        } catch {
            let status = API.refusal(error).status
            let heading = status == 400 ? "Invalid address" : WebFault.phrases[status] ?? ""
            var response = Layout(title: "agg", formToken: visitor.formToken).page(
                "<main id=\"main\" tabindex=\"-1\"><h1>\(heading)</h1><p>\(error.message).</p></main>\n")
            response.status = status
            return response
        }
    }

    private func missing() -> WebResponse {
        var response = Layout(title: "agg").page("<main id=\"main\" tabindex=\"-1\"><h1>No such record</h1></main>\n")
        response.status = 404
        return response
    }

    private func changes(of address: RecordAddress) async -> [RecordChange] {
        let history = try? await backend.aggregator.history(of: address, since: .distantPast, limit: 50)
        return history?.changes ?? []
    }

    private func map(_ state: PageState) async -> WebResponse {
        do throws(CommandError) {
            let output = try await backend.run([Word("map"), Word("--")] + state.words)
            guard let svg = output.body?.svg else { throw Self.noMap }
            return WebResponse(type: "image/svg+xml", svg)
        } catch {
            return Refusal.sentence(error)
        }
    }

    private static let noMap = CommandError.usage("cannot draw this map")

    /// Returns the coordinates of all results of a search, for the map.
    private func points(_ state: PageState, _ request: WebRequest) async -> WebResponse {
        let words = [Word("map"), Word("--names=0"), Word("--")] + state.words
        let tag = DateSpan.countsBack(in: state.query) ? nil : await backend.tag(for: "points \(state.query)")
        let headers = tag.map { [("ETag", $0)] } ?? []
        if let tag, request[header: "if-none-match"].map({ EntityTag.matches(tag, $0) }) == true {
            return .empty(304, headers: headers)
        }
        do throws(CommandError) {
            guard let report = try await backend.run(words).body as? PictureReport else { throw Self.noMap }
            return WebResponse(
                type: "application/octet-stream", bytes: PointList.bytes(of: report.points), headers: headers)
        } catch {
            return Refusal.sentence(error)
        }
    }
}
