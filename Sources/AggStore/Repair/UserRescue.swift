import AggCore
import Foundation
import GRDB

/// What can be read of a user file, whatever SQLite says of it.
///
/// All pages are looked through, so that a row is found though the way to it is lost. Rows are known by their shape.
struct UserRescue {
    /// The favorites, the oldest first.
    private(set) var favorites: [Favorite] = []
    /// The kept settings.
    private(set) var settings: [String: String] = [:]
    /// The saved searches.
    private(set) var searches: [String: String] = [:]
    /// The addresses in the index of favorites whose rows were not found.
    private(set) var lost: [String] = []
    /// How many pages should be of a tree and hold nothing that can be read.
    private(set) var unreadablePages = 0

    /// Looks through a file and its log.
    ///
    /// - Throws: What the system says where the file cannot be read.
    init(path: String) throws {
        let pages = try DatabasePages(path: path)
        let free = pages.free
        var rows: [Int64: Favorite] = [:]
        var indexed: [String] = []
        var pairs: [Int: [(String, String)]] = [:]
        var nodes: [Int: PageRows] = [:]
        for number in stride(from: 1, through: pages.count, by: 1) where !free.contains(number) {
            guard let page = PageRows(pages, number) else { continue }
            nodes[number] = page
            for row in page.rows {
                if page.kind.isTable {
                    if let place = row.number, let favorite = Self.favorite(row.values) { rows[place] = favorite }
                } else if row.values.count == 3, let source = row.values[0].text, let key = row.values[1].text,
                    row.values[2].integer != nil
                {
                    indexed.append("\(source):\(key)")
                } else if row.values.count == 2, let name = row.values[0].text, let value = row.values[1].text {
                    pairs[number, default: []].append((name, value))
                }
            }
        }
        // Of two rows of one record, as a page left behind may hold, the later one counts.
        var places: [RecordAddress: Int64] = [:]
        for (place, favorite) in rows { places[favorite.address] = max(place, places[favorite.address] ?? place) }
        favorites = places.values.sorted().compactMap { rows[$0] }
        let found = Set(places.keys.map(\.description))
        lost = Set(indexed).subtracting(found).sorted()
        // Where the schema is gone, the tables are where a new file has them: they are made in the same order.
        let roots = Self.roots(nodes).merging(Self.usualRoots) { found, _ in found }
        let settingPages = Self.tree(roots["setting"], nodes)
        let searchPages = Self.tree(roots["saved_search"], nodes)
        for (page, rows) in pairs {
            for (name, value) in rows {
                // Without a way from the table's root: a command has a blank in it, a setting's value hardly ever.
                let isSetting =
                    settingPages.contains(page) || !searchPages.contains(page) && !value.contains(" ")
                if isSetting { settings[name] = value } else { searches[name] = value }
            }
        }
        unreadablePages = Self.unreadable(pages, free, nodes)
    }

    /// The favorite of a row; nil where it is none, or cannot be read whole.
    private static func favorite(_ values: [RecordFormat.Value]) -> Favorite? {
        guard (6...8).contains(values.count), let source = values[1].text.flatMap(SourceID.init),
            let key = values[2].text, let kind = values[3].text, let time = values[4].number,
            let snapshot = values[5].text, let record = try? RecordSnapshot.record(snapshot), record.key == key
        else { return nil }
        var favorite = Favorite(
            source: source, kind: SourceKind(kind), record: record, markedAt: Date(timeIntervalSince1970: time))
        if values.count > 6, let tags = values[6].text {
            favorite.tags = (try? FieldsJSON.texts(JSONValue(parsing: tags))) ?? []
        }
        if values.count > 7 { favorite.note = values[7].text }
        return favorite
    }

    /// The first pages of the tables by their names, as far as the schema can be read.
    private static func roots(_ nodes: [Int: PageRows]) -> [String: Int] {
        var roots: [String: Int] = [:]
        for node in nodes.values where node.kind == .tableLeaf {
            for row in node.rows where row.values.count == 5 && row.values[0].text == "table" {
                if let name = row.values[1].text, let root = row.values[3].integer { roots[name] = Int(root) }
            }
        }
        return roots
    }

    /// The first pages that the tables have in a new file.
    private static let usualRoots: [String: Int] = {
        let roots = try? {
            let new = try DatabaseQueue()
            try UserSchema.migrator.migrate(new)
            return try new.read { db in
                try Row.fetchAll(db, sql: "SELECT name, rootpage FROM sqlite_master WHERE type = 'table'")
                    .reduce(into: [String: Int]()) { roots, row in roots[row[0]] = row[1] }
            }
        }()
        return roots ?? [:]
    }()

    /// The pages of a tree.
    private static func tree(_ root: Int?, _ nodes: [Int: PageRows]) -> Set<Int> {
        var seen: Set<Int> = []
        var next = root.map { [$0] } ?? []
        while let page = next.popLast() {
            guard let node = nodes[page], seen.insert(page).inserted else { continue }
            next += node.children
        }
        return seen
    }

    /// How many pages are neither free, nor of a tree, nor what a long row went over to.
    private static func unreadable(_ pages: DatabasePages, _ free: Set<Int>, _ nodes: [Int: PageRows]) -> Int {
        let named = nodes.values.flatMap(\.children) + roots(nodes).values + [1]
        return Set(named).filter { nodes[$0] == nil && !free.contains($0) && $0 <= pages.count }.count
    }
}
