package import AggSource
import AggStorage
package import Foundation

/// The result of importing a list of sources.
package struct SourceImport: Sendable {
    /// The sources that were added.
    package var added: [SourceInstance] = []
    /// The ids of existing sources with the same URL.
    package var present: [SourceID] = []
    /// The listed sources that were skipped, each with the reason in parentheses.
    package var skipped: [String] = []
    /// Why sources could not be added; a sentence each.
    package var refused: [String] = []
}

/// A list of sources for other programs.
package struct SourceExport: Sendable {
    /// The document.
    package let list: [UInt8]
    /// The sources whose URLs are listed without their user name and password.
    package let withoutPassword: [SourceID]
    /// The kind of the sources that are listed.
    package let kind: SourceKind
    /// The sources of other kinds, which are not listed.
    package let others: [SourceID]
    /// The disabled sources of this kind, which are not listed.
    package let disabled: [SourceID]
}

extension Aggregator {
    /// The formats that can list sources for other programs, such as `opml`.
    package nonisolated var listFormats: [String] { listedKinds.map { $0.listFormat } }

    /// Adds every source listed in a document, whatever its format.
    ///
    /// A source whose URL is already configured or repeated is skipped; an id that is taken gets a number appended.
    ///
    /// - Throws: `.source` if the document cannot be read, `.refused` if no kind recognizes it, `.faults` or `.failed`
    ///   if not a single source could be added.
    package func importSources(at address: URL) async throws(SourceChangeError) -> SourceImport {
        let document: [UInt8]
        do {
            let answer = try await services.send(HTTPRequest(address))
            try answer.requireSuccess(now: services.clock.now)
            document = try answer.body.collect(limit: 16 << 20)
        } catch {
            throw .source(error)
        }
        for kind in listedKinds {
            let listed: [Discovery]?
            do { listed = try kind.sources(listedIn: document) } catch { throw .source(error) }
            if let listed { return try await add(listed, of: kind) }
        }
        let formats = listFormats.isEmpty ? "" : "; use \(listFormats.joined(separator: ", "))"
        throw .refused("the document is not a source list in a known format\(formats)")
    }

    /// Writes a list of the sources whose kind supports the format; nil if no kind does.
    package nonisolated func exportSources(as format: String) -> SourceExport? {
        guard let kind = listedKinds.first(where: { $0.listFormat == format }) else { return nil }
        var withoutPassword: [SourceID] = []
        let configurations = registry.instances.filter { $0.kind == kind.kind }.map { source in
            let shared = source.configuration.withoutCredentials
            if shared != source.configuration { withoutPassword.append(source.id) }
            return shared
        }
        return SourceExport(
            list: kind.list(of: configurations), withoutPassword: withoutPassword, kind: kind.kind,
            others: registry.instances.filter { $0.kind != kind.kind }.map(\.id),
            disabled: registry.disabled.filter { $0.kind == kind.kind }.map(\.id))
    }

    private nonisolated var listedKinds: [any ListedSource.Type] {
        registry.kinds.compactMap { $0 as? any ListedSource.Type }
    }

    /// Adds the new sources, one file each, and replaces the registry once.
    private func add(
        _ listed: [Discovery], of kind: any ListedSource.Type
    ) async throws(SourceChangeError) -> SourceImport {
        let configurations = try changeable()
        let entries = try read(configurations)
        var report = SourceImport()
        var first: SourceChangeError?
        func refuse(_ discovery: Discovery, _ error: SourceChangeError) {
            first = first ?? error
            report.refused.append("\(discovery.findings.first ?? discovery.id): \(error.message)")
        }
        var valid: [(discovery: Discovery, entry: SourceEntry)] = []
        for (discovery, entry) in new(listed, of: kind, beside: entries, &report) {
            do throws(SourceChangeError) {
                _ = try registry(of: [entry])
                valid.append((discovery, entry))
            } catch {
                refuse(discovery, error)
            }
        }
        // Nothing is written if the files already have a fault.
        _ = try registry(of: entries + valid.map(\.entry))
        var added: [SourceEntry] = []
        for (new, result) in zip(valid, configurations.add(valid.map(\.entry))) {
            switch result {
            case .success: added.append(new.entry)
            case .failure(let error): refuse(new.discovery, error)
            }
        }
        if let first, added.isEmpty, report.present.isEmpty { throw first }
        let changed = try registry(of: entries + added)
        await replaceRegistry(changed)
        report.added = added.compactMap { SourceID($0.id.text).flatMap { changed[$0] } }
        return report
    }

    /// The entries of sources with a new URL, each with an unused id; the others are added to the report.
    private func new(
        _ listed: [Discovery], of kind: any ListedSource.Type, beside entries: [SourceEntry],
        _ report: inout SourceImport
    ) -> [(Discovery, SourceEntry)] {
        let known = registry.instances + registry.disabled
        var ids = DistinctNames(separator: "-", taken: takenIDs(with: entries))
        let addresses = Dictionary(
            known.filter { $0.kind == kind.kind }.map { ($0.address ?? "", $0.id) },
            uniquingKeysWith: { first, _ in first })
        var new: [(Discovery, SourceEntry)] = []
        for discovery in listed {
            if let reason = discovery.skipReason {
                report.skipped.append("\(discovery.findings.first ?? discovery.id) (\(reason))")
                continue
            }
            if let same = discovery.values.values.lazy.compactMap({ addresses[$0] }).first {
                report.present.append(same)
                continue
            }
            new.append((discovery, SourceEntry(discovery, of: kind.kind, as: ids.distinct(discovery.id))))
        }
        return new
    }
}

extension SourceConfiguration {
    /// The configuration without the user names and passwords in its URLs.
    fileprivate var withoutCredentials: SourceConfiguration {
        var shared = self
        for case (let name, .url(let url)) in values {
            guard url.user != nil || url.password != nil,
                var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
            else { continue }
            (parts.user, parts.password) = (nil, nil)
            if let url = parts.url { shared.values[name] = .url(url) }
        }
        return shared
    }
}

extension SourceChangeError {
    /// The error as a sentence without the final period.
    package var message: String {
        switch self {
        case .refused(let message), .failed(let message): message
        case .faults(let faults): faults.faults.map(\.line).joined(separator: "; ")
        case .source(let error): error.reason()
        case .store(let error): error.reason
        }
    }
}
