package import AggSearch
import AggSource
package import AggStorage

extension Aggregator {
    /// Answers a query from the store; an empty one returns the favorites.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled. Unreadable favorites are an error only if the
    ///   query asks for favorites; otherwise, a note gives the reason.
    package nonisolated func search(
        _ query: SearchQuery, limit: Int, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        if query.isBlank || query.onlyFavorites {
            return try await favorites(matching: query, limit: limit, usesCache: usesCache)
        }
        let query = query.condition.asksForFavorites ? query.resolved(by: try await users.favorites()) : query
        var statuses: [SourceStatus]
        var answer: RecordsAnswer
        if query.hasWords {
            (statuses, answer) = try await find(query, limit, usesCache: usesCache)
        } else {
            let (favorites, unread) = await readableFavorites
            statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            if let asked = query.sources { statuses.removeAll { !asked.contains($0.id) } }
            let conditions = conditions(of: query, statuses, favorites)
            answer = try await list(
                statuses.filter { conditions[$0.id] != nil }, of: statuses, query, conditions, favorites, limit)
            answer.notes += unread.map { [Self.note(unread: $0)] } ?? []
        }
        answer.notes += foreignColumns(in: query)
        if answer.rows.isEmpty { answer.notes += try await incomparable(query, statuses) }
        return answer
    }

    /// Searches for the words of a query.
    private nonisolated func find(
        _ query: SearchQuery, _ limit: Int, usesCache: Bool
    ) async throws(StoreError) -> (statuses: [SourceStatus], answer: RecordsAnswer) {
        let now = services.clock.now
        let ((statuses, unread), found) = try await store.search(for: users) { readable, states in
            let (favorites, unread) = Self.readable(readable)
            var statuses = self.statuses(
                of: self.registry.instances, states, favorites: favorites, now: now, usesCache: usesCache)
            if let asked = query.sources { statuses.removeAll { !asked.contains($0.id) } }
            var search = RecordSearch(
                text: query.text, sources: self.conditions(of: query, statuses, favorites), favorites: favorites,
                order: query.order, limit: limit)
            search.leavesRoom = query.sources == nil
            return (search, (statuses, unread))
        }
        let merged = SearchMerge.merge(
            statuses.compactMap { status in found[status.id].map { (status.id, $0) } }, for: query.text,
            order: query.order, limit: limit, leavesRoom: query.sources == nil)
        let matcher = TierMatcher(query.text)
        let rows = merged.rows.map { row in
            RecordsAnswer.Row(
                address: RecordAddress(source: row.source, key: row.match.record.key), record: row.match.record,
                tier: row.match.tier,
                matchedTitle: matcher.alternativeTitle(of: row.match.record, in: row.match.tier),
                isFavorite: row.match.isFavorite,
                distance: Self.distance(of: row.match.record, query))
        }
        let sources = statuses.map { status in
            RecordsAnswer.Source(status: status, matched: Self.matched(found[status.id]))
        }
        var answer = RecordsAnswer(
            rows: rows, isTruncated: merged.isTruncated, sources: sources,
            notes: query.notes + (unread.map { [Self.note(unread: $0)] } ?? []))
        answer.isOrdered = query.order != nil
        answer.text = query.text
        return (statuses, answer)
    }

    /// The addresses of all favorites, or why they cannot be read.
    private nonisolated var readableFavorites: (addresses: Set<RecordAddress>, unread: StoreError?) {
        get async {
            do throws(StoreError) { return (try await users.favoriteAddresses(), nil) } catch { return ([], error) }
        }
    }

    private static func readable(
        _ favorites: Result<Set<RecordAddress>, StoreError>
    ) -> (addresses: Set<RecordAddress>, unread: StoreError?) {
        switch favorites {
        case .success(let addresses): (addresses, nil)
        case .failure(let error): ([], error)
        }
    }

    private static func note(unread error: StoreError) -> String { "favorites are not marked: \(error.reason)" }

    /// Notes on columns that none of the queried sources has, and on filters by a part of every record, such as `title:x`,
    /// that apply only to the sources with such a column.
    private nonisolated func foreignColumns(in query: SearchQuery) -> [String] {
        func owners(_ name: String) -> [SourceID] { registry.instances.map(\.id).filter { hasColumn($0, name) } }
        let filters = query.terms.filter { !$0.isOrder }.flatMap(\.columns)
        guard let asked = query.sources else {
            return filters.compactMap { name -> String? in
                let having = owners(name)
                guard RecordPart.shown.contains(name), having.count < registry.instances.count,
                    let advice = RecordPart.advice(onFilteringBy: name)
                else { return nil }
                let sources = having.prefix(3).map(\.description) + (having.count > 3 ? ["…"] : [])
                return "“\(name):” refers only to the column “\(name)” of \(sources.joined(separator: ", ")); "
                    + "for all sources, \(advice)"
            }
        }
        let unlisted = asked.filter { registry[$0]?.dataSource.columns.isEmpty ?? false }.map(\.description)
        let names = query.terms.flatMap(\.columns).filter { Set(owners($0)).isDisjoint(with: asked) }
        return names.compactMap { name -> String? in
            guard let owner = owners(name).first else { return nil }
            if filters.contains(name), let advice = RecordPart.advice(onFilteringBy: name) {
                let lacking = asked.count == 1 ? "\(asked[0])" : "the searched sources"
                return "“\(name):” is not a filter for \(lacking), only for \(owner), which has a column “\(name)”; "
                    + advice
            }
            if !unlisted.isEmpty {
                let sources = unlisted.joined(separator: ", ")
                return "to filter by the column “\(name)” of \(sources), list it under “columns” in the configuration"
            }
            let lacking = asked.count == 1 ? "\(asked[0]) has" : "the searched sources have"
            return "\(lacking) no column “\(name)”; \(owner) has one"
        }
    }

    /// Notes on comparisons that match nothing: of a column without numbers, or with a range that has a hyphen.
    nonisolated func incomparable(
        _ query: SearchQuery, _ statuses: [SourceStatus]
    ) async throws(StoreError) -> [String] {
        var notes = hyphenatedRanges(in: query, statuses)
        for (name, sign) in query.terms.flatMap(\.comparisons) {
            let having = statuses.filter { status in
                status.isServed && registry[status.id]?.dataSource.columns.contains { $0.name == name } ?? false
            }
            let kinds = having.flatMap { registry[$0.id]?.dataSource.columns ?? [] }.filter { $0.name == name }
            guard !having.isEmpty, kinds.allSatisfy({ $0.kind == .text }) else { continue }
            var isNumber = false
            for status in having where !isNumber {
                let anyNumber = RecordCondition.field(name, .number(NumberRange(lower: nil, upper: nil)))
                isNumber = try await !store.list(status.id, where: anyNumber, limit: 1).isEmpty
            }
            if !isNumber { notes.append("\(name) is text; “\(sign)” works only with numbers and dates") }
        }
        return notes
    }

    private nonisolated func hyphenatedRanges(in query: SearchQuery, _ statuses: [SourceStatus]) -> [String] {
        let ranges = query.terms.flatMap(\.hyphenatedRanges)
        guard !ranges.isEmpty else { return [] }
        let columns = statuses.flatMap { registry[$0.id]?.dataSource.columns ?? [] }
        let numbers = Set(columns.filter { $0.kind == .integer || $0.kind == .decimal }.map(\.name))
        return ranges.filter { numbers.contains($0.column) }.map { column, range in
            "“\(column)” is a column of numbers; for a range, use \(column):\(range)"
        }
    }

    /// Lists the rows of a source in a given order.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func list(
        _ instance: SourceInstance, order: ListOrder = .bestKnown, limit: Int, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        let favorites = await favoriteAddresses
        let statuses = try await storedStatuses(favorites: favorites, usesCache: usesCache)
            .filter { $0.id == instance.id }
        let conditions = conditions(of: SearchQuery(), statuses, favorites)
        return try await list(
            statuses.filter(\.isServed), of: statuses, SearchQuery(), conditions, favorites, limit, order)
    }

    /// The condition for the records of each source; omits sources that are unavailable or cannot match.
    nonisolated func conditions(
        of query: SearchQuery, _ statuses: [SourceStatus], _ favorites: Set<RecordAddress>
    ) -> [SourceID: RecordCondition] {
        var conditions: [SourceID: RecordCondition] = [:]
        conditions.reserveCapacity(statuses.count)
        for status in statuses where status.isServed {
            let isStale = status.isStale || status.origin == .starter
            let condition = query.condition.decided(for: status.id, isStale: isStale, favorites: favorites)
            if condition.canBeMet(byColumn: { hasColumn(status.id, $0) }) { conditions[status.id] = condition }
        }
        return conditions
    }

    private nonisolated func hasColumn(_ source: SourceID, _ name: String) -> Bool {
        registry[source]?.dataSource.columns.contains { $0.name == name } ?? false
    }

    /// Whether a source lists its columns, but not this one.
    private nonisolated func lacksColumn(_ source: SourceID, _ name: String) -> Bool {
        registry[source]?.dataSource.columns.isEmpty == false && !hasColumn(source, name)
    }

    /// The distance of a record from the place of a query in kilometers; nil if either has none.
    nonisolated static func distance(of record: Record, _ query: SearchQuery) -> Double? {
        guard let center = query.condition.circle?.center else { return nil }
        return record.coordinate.map { center.distance(to: $0) }
    }

    private nonisolated func list(
        _ listed: [SourceStatus], of statuses: [SourceStatus], _ query: SearchQuery,
        _ conditions: [SourceID: RecordCondition], _ favorites: Set<RecordAddress>, _ limit: Int,
        _ order: ListOrder = .bestKnown
    ) async throws(StoreError) -> RecordsAnswer {
        var found: [[RecordsAnswer.Row]] = []
        var matched: [SourceID: Int] = [:]
        var isTruncated = false
        // Around a place, the nearest records come first unless another order is given.
        let asked = query.order ?? query.orderByDistance
        let column = asked?.firstColumn
        let lacking = Set(column.map { column in listed.map(\.id).filter { lacksColumn($0, column) } } ?? [])
        // The number of rows with a value in the column; those without one come last.
        var leading = 0
        for status in listed.filter({ !lacking.contains($0.id) }) + listed.filter({ lacking.contains($0.id) }) {
            let condition = conditions[status.id] ?? .always
            if condition == .always { matched[status.id] = status.records }
            if leading >= limit, lacking.contains(status.id) {
                if !isTruncated {
                    isTruncated = try await !store.list(status.id, where: condition, limit: 1).isEmpty
                }
                continue
            }
            let records = try await store.list(
                status.id, where: condition, order: asked.map(ListOrder.asked) ?? order, limit: limit + 1)
            if condition != .always, records.count <= limit {
                matched[status.id] = records.count
            } else if records.count > limit, condition.asksOnlyForDates {
                let search = RecordSearch(text: SearchText([]), sources: [status.id: condition], limit: 0)
                matched[status.id] = try await store.count(search)[status.id]
            }
            isTruncated = isTruncated || records.count > limit
            if let column { leading += records.count { $0[column] != nil } }
            found.append(
                records.prefix(limit).map { record in
                    let address = RecordAddress(source: status.id, key: record.key)
                    return RecordsAnswer.Row(
                        address: address, record: record, isFavorite: favorites.contains(address),
                        distance: Self.distance(of: record, query))
                })
        }
        let rows = Self.joined(
            found.filter { !$0.isEmpty }, in: asked, limit: limit, leavesRoom: query.sources == nil)
        isTruncated = isTruncated || rows.count < found.reduce(0) { $0 + $1.count }
        let listedIDs = Set(listed.map(\.id))
        let sources = statuses.map { status in
            RecordsAnswer.Source(status: status, matched: listedIDs.contains(status.id) ? matched[status.id] : 0)
        }
        var answer = RecordsAnswer(rows: rows, isTruncated: isTruncated, sources: sources, notes: query.notes)
        answer.isOrdered = asked != nil
        return answer
    }

    /// The rows of several sources in the requested order; by default best known and newest first, with a share for
    /// every source unless the sources were chosen.
    private static func joined(
        _ found: [[RecordsAnswer.Row]], in order: RecordOrder?, limit: Int, leavesRoom: Bool
    ) -> [RecordsAnswer.Row] {
        if found.count < 2 { return found.first ?? [] }
        if let order { return Array(found.joined().sorted { order.precedes($0.record, $1.record) }.prefix(limit)) }
        return SearchMerge.shared(found, limit: limit, leavesRoom: leavesRoom, place: \.record) { first, second in
            if first.prominence != second.prominence { return first.prominence > second.prominence }
            guard let date = first.date else { return false }
            return second.date.map { date > $0 } ?? true
        }
    }

    /// The number of matches, if counted; 0 if none were found.
    private static func matched(_ found: SourceMatches?) -> Int? { found.map(\.total) ?? 0 }
}

extension Aggregator {
    /// Counts exactly the records that match a query; for an empty query, all records.
    ///
    /// The answer has no rows.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    package nonisolated func count(
        _ query: SearchQuery, usesCache: Bool = true
    ) async throws(StoreError) -> RecordsAnswer {
        if query.onlyFavorites {
            var answer = try await favorites(matching: query, usesCache: usesCache)
            answer.rows = []
            return answer
        }
        let (records, statuses) = try await selection(of: query, usesCache: usesCache)
        let counts = try await counts(of: records, in: statuses)
        var answer = RecordsAnswer(
            rows: [], sources: statuses.map { .init(status: $0, matched: counts[$0.id] ?? 0) }, notes: query.notes)
        if answer.total == 0 { answer.notes += try await incomparable(query, statuses) }
        return answer
    }

    /// The number of selected records in each source; if all of a source's records are selected, it is known.
    nonisolated func counts(
        of records: RecordSelection, in statuses: [SourceStatus]
    ) async throws(StoreError) -> [SourceID: Int] {
        var counts: [SourceID: Int] = [:]
        var counted = records.sources
        for status in statuses where records.text.isBlank && counted[status.id] == RecordCondition.always {
            counts[status.id] = status.records
            counted[status.id] = nil
        }
        let found = try await store.count(RecordSearch(text: records.text, sources: counted, limit: 0))
        return counts.merging(found) { $1 }
    }
}
