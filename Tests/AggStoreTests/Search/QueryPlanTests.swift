import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AggStore

/// How SQLite runs the statements of a search: no cost may grow with the store.
struct QueryPlanTests {
    /// Returns the plans of all statements that a piece of work runs.
    private func plans(of work: (any RecordStore) async throws -> Void) async throws -> [(sql: String, plan: [String])]
    {
        let folder = TemporaryFolder()
        let statements = StatementLog()
        let stores = try Stores.open(folder: folder.path)
        try await stores.mirror.fill(with: [
            .titled("München", prominence: 3), .titled("Munster"), .complete,
            Record(key: "mons", title: "Mons", alternativeTitles: ["Bergen", "Mün"]),
        ])
        let traced = SQLiteRecordStore(
            StoreFile(
                path: folder.path("mirror.sqlite"),
                settings: DatabaseFile.Settings(
                    migrator: MirrorSchema.migrator, pragmas: "", functions: SearchFunctions.all,
                    watch: { db in db.trace { statements.add($0.description) } })))
        try await work(traced)
        let raw = try DatabaseQueue(path: folder.path("mirror.sqlite"))
        return try await raw.read { db in
            SearchFunctions.all.forEach(db.add(function:))
            return try statements.selects.map { sql in
                var plan: [String] = []
                try db.forEachRow("EXPLAIN QUERY PLAN \(sql)") { row in
                    plan.append(row.text(3))
                    return true
                }
                return (sql, plan)
            }
        }
    }

    private final class StatementLog: Sendable {
        private let statements = Mutex<Set<String>>([])

        func add(_ sql: String) { statements.withLock { _ = $0.insert(sql) } }

        var selects: [String] {
            statements.withLock { $0.filter { $0.contains("record") && $0.hasPrefix("SELECT") }.sorted() }
        }
    }

    @Test(
        arguments: ["m", "muen", "münchen", "st mu", "mu st", "nothing at all"],
        [.always, .value("text", "x"), .near(.chicago)] as [RecordCondition])
    func `a search scans no table and sorts no range`(text: String, condition: RecordCondition) async throws {
        let plans = try await plans { store in
            _ = try await store.matches(text, where: condition, favorites: ["Munster"])
        }
        #expect(plans.count >= (condition == .near(.chicago) ? 2 : 4))
        for (sql, plan) in plans {
            #expect(!plan.contains { $0.hasPrefix("SCAN record") && !$0.contains("VIRTUAL TABLE") }, "\(sql)\n\(plan)")
            // Few titles are found by their other spelling: all of ae, oe, ue, or aa must be typed.
            let maySort = sql.contains("INDEXED BY record_alternate")
            #expect(maySort || !plan.contains { $0.contains("TEMP B-TREE") }, "\(sql)\n\(plan)")
        }
    }

    @Test(arguments: ["münchen", "são tomé", "mu é"])
    func `an accent-sensitive search scans no table either`(text: String) async throws {
        let search = RecordSearch(
            text: SearchText(text, accents: .strict), sources: [.cities: .written("é", isOpen: true)], limit: 50)
        let plans = try await plans { store in _ = try await store.search(search) }
        #expect(plans.count >= 3)
        for (sql, plan) in plans {
            #expect(!plan.contains { $0.hasPrefix("SCAN record") && !$0.contains("VIRTUAL TABLE") }, "\(sql)\n\(plan)")
        }
    }

    @Test(arguments: [nil, RecordOrder.distance(Circle.chicago.center)])
    func `finds words within a small circle using only the index of places`(order: RecordOrder?) async throws {
        let search = RecordSearch(
            text: SearchText("mun"), sources: [.cities: .all([.near(.chicago), .value("text", "x")])], order: order,
            limit: 50)
        let plans = try await plans { store in _ = try await store.search(search) }
        #expect(plans.count == 2)
        let place = "INDEX record_place (source=? AND <expr>=? AND longitude>? AND longitude<?)"
        for (sql, plan) in plans {
            #expect(plan.contains { $0.contains(place) } && !sql.contains("record_text"), "\(sql)\n\(plan)")
        }
        #expect(plans.contains { $0.plan.contains { $0.contains("COVERING \(place)") } })
    }

    @Test func `finds words within a crowded circle using the index of words`() async throws {
        let chicago = Circle.chicago.center
        let crowd = (0...PlaceSearch.greatestCount).map { number in
            Record(key: "c\(number)", title: "Crowd \(number)", coordinate: chicago)
        }
        let search = RecordSearch(text: SearchText("crowd 7"), sources: [.cities: .near(.chicago)], limit: 50)
        let plans = try await plans { store in
            try await store.fill(with: crowd)
            #expect(try await store.search(search)[.cities]?.matches.first?.record.title == "Crowd 7")
        }
        #expect(plans.contains { $0.sql.contains("record_text MATCH") })
    }

    @Test func `lists, completions, and lookups scan no table and sort nothing`() async throws {
        let plans = try await plans { store in
            _ = try await store.list(.cities, limit: 10)
            _ = try await store.titles(startingWith: "mu", in: [.cities], limit: 10)
            _ = try await store.records(at: [RecordAddress(source: .cities, key: "Munster")])
        }
        #expect(plans.count >= 6)
        for (sql, plan) in plans {
            #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(sql)\n\(plan)")
        }
    }

    @Test func `a circle reads bands of latitude, and only its longitudes within them`() async throws {
        let plans = try await plans { store in
            _ = try await store.list(
                .cities, where: .near(.chicago), order: .asked(.distance(Circle.chicago.center)), limit: 10)
        }
        let used = plans.flatMap(\.plan).joined(separator: "\n")
        #expect(used.contains("INDEX record_place (source=? AND <expr>=? AND longitude>? AND longitude<?)"), "\(used)")
    }

    @Test func `a map of all records reads only the index of locations`() async throws {
        let plans = try await plans { store in
            let places = try await store.coordinates(of: RecordSelection(allOf: [.cities]))
            #expect(places.count == 1)
        }
        let used = plans.flatMap(\.plan)
        #expect(used.contains("SEARCH record USING COVERING INDEX record_place (source=?)"), "\(used)")
    }

    @Test func `uses every column of the indexes of the title tiers`() async throws {
        let plans = try await plans { store in _ = try await store.matches("muen") }
        let used = plans.flatMap(\.plan).joined(separator: "\n")
        for index in ["record_plain", "record_marked", "record_alternate", "record_title_folded"] {
            let column = index == "record_alternate" ? "alternate" : "folded"
            #expect(used.contains("INDEX \(index) (class=? AND \(column)>? AND \(column)<?)"), "\(used)")
        }
    }
}
