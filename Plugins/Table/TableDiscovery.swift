import AggSource
import Foundation

/// Finds out what a file or a URL contains, for `source add`.
struct TableDiscovery {
    let services: SourceServices

    /// Reads everything, and proposes a configuration that includes the given values.
    func find(_ text: String, given: [String: String]) async throws(SourceError) -> Discovery {
        let endpoint = try TableEndpoint(text)
        let url = endpoint.url
        let settings = try Self.settings(url, given)
        let response = try await services.send(endpoint.request())
        try response.requireSuccess(now: services.clock.now)
        let beginning = try response.body.read(at: 0, count: 2_000)
        if let other = OtherDocument(beginning), other.isFeed {
            var discovery = Discovery(findings: [], id: "", values: [:])
            discovery.referral = Discovery.Referral(kind: "feed", address: text)
            return discovery
        }
        let declared = DeclaredEncoding(ContentType(response.headers))
        let detector = TableDetector(given: settings, declared: declared, progress: services.progress)
        var finding = try await detector.find(in: response.body)
        try setNext(of: &finding, response)
        if finding.survey.rows == 0 {
            let skipped = finding.survey.check.skipped
            guard skipped.count == 0 else {
                throw .refused(
                    "no rows could be read: \(skipped.text); if the cells have a different separator, "
                        + "set it with "
                        + "--delimiter")
            }
            finding.leaveOpen(except: settings)
        }
        let checked = settings.roles.named.map(\.role).filter { !["title", "subtitle"].contains($0) }
        let mayBeTooLong = finding.survey.longestRow > Record.greatestSize
        // Only these can have values that do not fit the types of their columns.
        let mayHaveMisfits =
            settings.columns != nil || finding.survey.remarkCount > 0
            || finding.survey.profiles.contains { $0.hasMisfits || $0.flagged > 0 }
        if !checked.isEmpty || mayBeTooLong || mayHaveMisfits || finding.mayBeMisplaced {
            try await check(settings.roles, response.body, &finding)
        }
        var discovery = TableFindings(url: url, finding: finding, isKeyGiven: settings.roles.key != nil)
            .discovery
        for name in ["fresh_for", "keep_for"] { discovery.values[name] = given[name] }
        return discovery
    }

    /// Finds the next page, or checks that a page has what the given setting names.
    private func setNext(of finding: inout TableDetector.Finding, _ response: HTTPResponse) throws(SourceError) {
        guard let shape = finding.settings.shape else { return }
        // A copy of one page in a file still has the link to the next page on the server.
        let found = response.url.isFileURL ? nil : NextPage(of: response, shape)
        guard let given = finding.settings.next else {
            finding.settings.next = found
            if found == nil, !response.url.isFileURL, shape.items != TableShape.members,
                let document = NextPage.document(of: response, shape),
                let sign = NextLink.signOfMore(in: document, than: finding.survey.rows)
            {
                let advice =
                    NextLink.cursor(in: document).map { "agg cannot follow the cursor “\($0)” to the next page" }
                    ?? "if there are other pages, use --next, e.g. --next \"page page\""
                finding.assumptions.append("only this page is read, but the document says “\(sign)”; \(advice)")
            }
            return Self.noteFirstPage(&finding)
        }
        var fault: String?
        switch given {
        case .page, .offset: break
        case .header: if found != .header { fault = "the response has no Link header with a next page" }
        case .link(let path):
            guard shape.format.isJSON else {
                throw .refused("“next: \(given.text)” requires JSON; use header, page PARAMETER, or offset PARAMETER")
            }
            guard let document = NextPage.document(of: response, shape) else { break }
            switch NextLink(at: path, in: document) {
            case .url: break
            case .none: return
            case .missing: fault = "the document has no “\(path)”"
            case .other: fault = "“\(path)” in the document is not a URL"
            }
        }
        guard let fault else { return Self.noteFirstPage(&finding) }
        if let found { throw .refused("\(fault); use “next: \(found.text)” instead") }
        let sign = NextPage.document(of: response, shape).flatMap {
            NextLink.signOfMore(in: $0, than: finding.survey.rows)
        }
        finding.assumptions.append(
            "\(fault), so a refresh with “next: \(given.text)” reads only this page"
                + (sign.map { ", although the document says “\($0)”" } ?? ""))
    }

    private static func noteFirstPage(_ finding: inout TableDetector.Finding) {
        guard let next = finding.settings.next else { return }
        finding.assumptions.append(
            "this is only the first page; a refresh reads the others with “next: \(next.text)”")
    }

    /// Reads all rows as a refresh does, to check the given key and whether other given columns have fitting values.
    private func check(
        _ given: TableRoles, _ body: HTTPBody, _ finding: inout TableDetector.Finding
    ) async throws(SourceError) {
        guard let shape = finding.settings.shape else { return }
        var writer = TableWriter(shape, finding.settings, size: body.count, nil)
        do throws(SourceError) { try await writer.write(body) } catch {
            guard case .invalidData(let reason) = error, let key = given.key else { throw error }
            throw .refused("“\(key.joined(separator: ", "))” cannot be the key: \(reason)")
        }
        let skipped = writer.summary(notes: []).skipped
        if skipped.count > finding.survey.check.skipped.count {
            finding.assumptions.append("after a refresh, some rows will be missing: \(skipped.text)")
        }
        finding.assumptions += writer.misfitNotes
        try Self.check(given, writer, &finding)
    }

    /// Rejects given columns without any date, coordinates, or URL; those without any value may have some later.
    private static func check(
        _ given: TableRoles, _ writer: TableWriter, _ finding: inout TableDetector.Finding
    ) throws(SourceError) {
        let roles = finding.settings.roles
        if given.latitude != nil, given.longitude == nil {
            throw .refused("--latitude requires --longitude; for a single column with both, use --location")
        }
        if given.longitude != nil, given.latitude == nil {
            throw .refused("--longitude requires --latitude; for a single column with both, use --location")
        }
        var uses: [(columns: [String?], count: Int, wanted: String, role: String)] = []
        if given.date != nil { uses.append((roles.date ?? [], writer.filled.dates, "date", "date")) }
        if given.link != nil { uses.append(([roles.link], writer.filled.links, "web URL", "link")) }
        let places = writer.filled.coordinates
        if given.latitude != nil {
            uses.append(
                ([roles.latitude, roles.longitude], places, "coordinates in degrees", "latitude and longitude"))
        } else if given.location != nil {
            uses.append(([roles.location], places, "coordinates in degrees", "location"))
        }
        for (columns, count, wanted, role) in uses where count == 0 {
            let columns = columns.compactMap(\.self)
            let names = columns.map { "“\($0)”" }.joined(separator: " and ")
            let have = columns.count == 1 ? "has" : "have"
            let isEmpty = columns.contains { name in
                finding.survey.names.firstIndex(of: name).map { finding.survey.profiles[$0].present == 0 } ?? true
            }
            guard isEmpty else {
                throw .refused(
                    "\(names) \(have) no \(wanted), so \(columns.count == 1 ? "it" : "they") cannot be the \(role)")
            }
            finding.assumptions.append("\(names) \(have) no values yet, so no record has a \(role)")
        }
    }

    private static func settings(_ url: URL, _ given: [String: String]) throws(SourceError) -> TableSettings {
        var values: [String: ParameterValue] = ["url": .url(url)]
        for (name, text) in given {
            guard let parameter = TableParameters.all.first(where: { $0.name == name }) else { continue }
            guard let value = parameter.kind.parse(text) else {
                throw .refused("“\(text)” is not a valid value for \(name); expected \(parameter.kind.expectation)")
            }
            values[name] = value
        }
        guard let id = SourceID("table") else { throw .refused("table") }
        do {
            return try TableParameters(SourceConfiguration(id: id, kind: TableSource.kind, values: values)).settings
        } catch {
            throw .refused(error.faults.map(\.message).joined(separator: "; "))
        }
    }
}

extension TableDetector.Finding {
    /// Whether some rows may have an invalid latitude or longitude.
    fileprivate var mayBeMisplaced: Bool {
        func profile(_ column: String?) -> ColumnProfile? {
            column.flatMap(survey.names.firstIndex).map { survey.profiles[$0] }
        }
        guard let latitude = profile(settings.roles.latitude), let longitude = profile(settings.roles.longitude) else {
            return false
        }
        return !latitude.isWithin(90) || !longitude.isWithin(180)
    }

    /// Leaves what only rows can show to the first refresh that finds some, except what is given.
    fileprivate mutating func leaveOpen(except given: TableSettings) {
        settings.columns = given.columns
        settings.roles = given.roles
        (settings.dates, settings.decimal) = (given.dates, given.decimal)
        assumptions.append(TableFindings.noRows(given))
    }
}
