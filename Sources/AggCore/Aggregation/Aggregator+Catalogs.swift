package import AggSource
import Foundation

/// The data sets that catalogs list for some words.
package struct CatalogAnswer: Hashable, Sendable {
    /// A data set and the kind of source that reads it.
    package struct Finding: Hashable, Sendable {
        /// The kind.
        package var kind: SourceKind
        /// The data set.
        package var entry: CatalogEntry

        /// Creates a finding.
        package init(kind: SourceKind, entry: CatalogEntry) {
            self.kind = kind
            self.entry = entry
        }
    }

    /// A catalog that did not answer.
    package struct Failure: Hashable, Sendable {
        /// The host of the catalog.
        package var catalog: String
        /// Why it did not answer.
        package var error: SourceError
    }

    /// The data sets, the best of each catalog first.
    package var findings: [Finding] = []
    /// The catalogs that did not answer, in the order they are asked.
    package var failures: [Failure] = []
    /// The number of catalogs searched.
    package var asked = 0
}

extension Aggregator {
    /// The longest wait for the numbers of rows, which are optional.
    private static let longestCount: Duration = .seconds(4)

    /// Searches all catalogs concurrently: the configured ones or else those of each kind, and the portals of
    /// configured sources.
    package nonisolated func find(_ words: String, limit: Int) async -> CatalogAnswer {
        let asked = catalogsAsked
        var lists: [Int: Result<[CatalogEntry], SourceError>] = [:]
        await withTaskGroup(of: (Int, Result<[CatalogEntry], SourceError>).self) { group in
            for (place, (kind, catalog)) in asked.enumerated() {
                group.addTask { (place, await self.entries(for: words, in: catalog, of: kind, limit: limit)) }
            }
            for await (place, result) in group { lists[place] = result }
        }
        var answer = CatalogAnswer()
        answer.asked = asked.count
        var queues: [[CatalogAnswer.Finding]] = []
        for (place, (kind, catalog)) in asked.enumerated() {
            switch lists[place] {
            case .success(let entries): queues.append(entries.map { CatalogAnswer.Finding(kind: kind.kind, entry: $0) })
            case .failure(let error): answer.failures.append(.init(catalog: catalog.host ?? "", error: error))
            case nil: break
            }
        }
        answer.findings = Array(Self.inTurns(queues).prefix(limit))
        answer.findings = await counted(answer.findings)
        return answer
    }

    /// The data sets that one catalog lists.
    ///
    /// A function of its own: if the closure of a task has this `do` and `catch`, Swift 6.3's optimizer returns 0 as
    /// the place of every task.
    private nonisolated func entries(
        for words: String, in catalog: URL, of kind: any CatalogedSource.Type, limit: Int
    ) async -> Result<[CatalogEntry], SourceError> {
        do throws(SourceError) {
            return .success(try await kind.find(words, in: catalog, limit: limit, services))
        } catch {
            return .failure(error)
        }
    }

    /// The catalogs of all kinds, each once.
    private nonisolated var catalogsAsked: [(any CatalogedSource.Type, URL)] {
        var seen: Set<String> = []
        return registry.kinds.compactMap { $0 as? any CatalogedSource.Type }.flatMap { kind in
            let named = catalogs[kind.kind] ?? kind.catalogs.compactMap { URL(string: $0) }
            let known = (registry.instances + registry.disabled).filter { $0.kind == kind.kind }
            let portals = named + known.compactMap { kind.catalog(of: $0.configuration) }
            return portals.filter { seen.insert("\(kind.kind) \($0.absoluteString)").inserted }.map { (kind, $0) }
        }
    }

    /// The first of each list, then the second of each, and so on; each data set once.
    private static func inTurns(_ lists: [[CatalogAnswer.Finding]]) -> [CatalogAnswer.Finding] {
        var seen: Set<String> = []
        let longest = lists.map(\.count).max() ?? 0
        return (0..<longest).flatMap { place in lists.compactMap { place < $0.count ? $0[place] : nil } }
            .filter { seen.insert($0.entry.address).inserted }
    }

    /// The findings with their numbers of rows, if the portals report them in time.
    private nonisolated func counted(_ findings: [CatalogAnswer.Finding]) async -> [CatalogAnswer.Finding] {
        let kinds = Dictionary(
            registry.kinds.compactMap { $0 as? any CatalogedSource.Type }.map { ($0.kind, $0) },
            uniquingKeysWith: { first, _ in first })
        var counted = findings
        await withTaskGroup(of: (Int, Int)?.self) { group in
            for (place, finding) in findings.enumerated() where finding.entry.rows == nil {
                guard let kind = kinds[finding.kind] else { continue }
                let services = services
                group.addTask {
                    guard let rows = try? await kind.rows(at: finding.entry.address, services) else { return nil }
                    return (place, rows)
                }
            }
            group.addTask {
                try? await Task.sleep(for: Self.longestCount)
                return (-1, 0)
            }
            var open = findings.count { $0.entry.rows == nil && kinds[$0.kind] != nil }
            while open > 0, let result = await group.next() {
                if let (place, rows) = result {
                    if place < 0 { break }
                    counted[place].entry.rows = rows
                }
                open -= 1
            }
            group.cancelAll()
        }
        return counted
    }
}
