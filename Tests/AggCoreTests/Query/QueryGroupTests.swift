import Foundation
import TestSupport
import Testing

import AggCore
import AggSearch
import AggSource

/// Groups in parentheses, and sorting by several columns.
struct QueryGroupTests {
    private let query: QueryReader

    init() throws {
        let registry = try SourceRegistry(kinds: [ShelfSource.self], entries: [])
        query = QueryReader(registry.queryNames, now: Date(timeIntervalSince1970: 1_795_262_400))
    }

    /// Reads a text whose words have no quotes.
    private func read(_ text: String) throws -> SearchQuery {
        try query.read(text.split(separator: " ").map { QueryWord(typed: $0) })
    }

    private func author(_ name: String) -> RecordCondition { .field("author", .equals(name)) }

    @Test(arguments: ["(a b)", "((a) b)", "a (b)", "( a b )"])
    func `a group without OR is its words`(text: String) throws {
        #expect(try read(text).terms == [.words("a"), .words("b")])
    }

    @Test func `a group is one term of OR`() throws {
        let either = try read("(a b) OR c d")
        #expect(either.terms == [.any([.all([.words("a"), .words("b")]), .words("c")]), .words("d")])
        #expect(either.text.forms.map(\.text) == ["a b d", "c d"])
        let mixed = try read("(author:x pages:>3) OR (author:y OR z)")
        guard case .all(let conditions) = mixed.condition, case .any(let ways) = conditions.first else {
            Issue.record("\(mixed.condition)")
            return
        }
        #expect(ways.count == 3)
        #expect(ways[1] == author("y"))
    }

    @Test func `joins a group with OR to the terms outside it by AND`() throws {
        let read = try read("(author:x OR author:y) pages:>3")
        #expect(read.condition.description(of: "author") == 2)
        #expect(read.terms.count == 2)
    }

    @Test(arguments: ["-(author:x OR author:y)", "-((author:x) OR (author:y))", "(-(author:x OR author:y))"])
    func `a hyphen before a group excludes it`(text: String) throws {
        #expect(try read(text).condition == .all([.not(.any([author("x"), author("y")]))]))
    }

    @Test(arguments: ["(a", "a)", "a) (b", ":)", "f(x)", "(", ")", "()", "(a) )", "OR )", "(foo),", "c(", "((", ")("])
    func `treats unmatched parentheses and those within words as letters`(text: String) throws {
        let read = try read(text)
        #expect(!read.isBlank)
        #expect(read.condition == .always)
    }

    @Test func `an order in a group applies to the whole query`() throws {
        #expect(try read("(a sort:-pages) OR b").order == .column("pages", isDescending: true))
    }

    @Test(.timeLimit(.minutes(1)))
    func `ignores thousands of redundant parentheses`() throws {
        let deep = String(repeating: "(", count: 5_000) + "a" + String(repeating: ")", count: 5_000)
        #expect(try read(deep).terms == [.words("a")])
        let nested = (0..<120).map { "(w\($0) OR -(" }.joined(separator: "") + "z" + String(repeating: "))", count: 120)
        #expect(try !read(nested).isBlank)
        #expect(try !read("foo:x" + String(repeating: ")", count: 60_000)).isBlank)
    }

    @Test func `searches only the first hundred words of a long group`() throws {
        let read = try read("(" + (0..<200).map { "w\($0)" }.joined(separator: " OR ") + ") x")
        guard case .any(let ways) = read.terms.first else {
            Issue.record("no alternatives")
            return
        }
        #expect(ways.count == 50 && read.notes.count == 1)
    }

    @Test func `sorts by several columns in turn`() throws {
        let order = try read("sort:author,-pages").order
        #expect(
            order == .several([.column("author", isDescending: false), .column("pages", isDescending: true)]))
        #expect(throws: QueryFault.self) { try self.read("sort:author,nosuch") }
        #expect(throws: QueryFault.self) { try self.read("sort:author,") }
        #expect(throws: QueryFault.self) { try self.read("sort:title,distance") }
        let placed = try read("near:1,2,5km sort:title,distance").order
        #expect(placed?.parts.last == .distance(Coordinate(latitude: 1, longitude: 2)))
    }

    @Test func `sorts equal values of the first column by the second`() {
        let order = RecordOrder.several([
            .column("author", isDescending: false), .column("pages", isDescending: true),
        ])
        func record(_ key: String, _ author: String, _ pages: Int64?) -> Record {
            var fields = [Record.Field("author", .text(author))]
            if let pages { fields.append(Record.Field("pages", .integer(pages))) }
            return Record(key: key, title: key, fields: fields)
        }
        let records = [record("a", "y", 1), record("b", "x", 2), record("c", "x", 10), record("d", "x", nil)]
        #expect(records.sorted(by: order.precedes).map(\.key) == ["c", "b", "d", "a"])
    }

    /// Any words that are read, written out, and read again are the same query.
    @Test func `a query with groups reads back the same after being written out`() throws {
        var numbers = SeededGenerator(seed: 12)
        let pieces = [
            "(a", "b)", "(", ")", "-(", "-(c", "OR", "a", "-b", "author:x", "(author:y", "pages:>3)", "foo:(z", "))",
            "((d", "sort:title", "sort:pages,-author", "()", "f(x)", "(OR", "OR)", ":)", "-)", "(-e", "foo:)",
        ]
        var count = 0
        for _ in 0..<30_000 {
            let words = (0..<Int.random(in: 0...9, using: &numbers)).map { _ in
                QueryWord(typed: (pieces.randomElement(using: &numbers) ?? "")[...])
            }
            guard let read = try? query.read(words) else { continue }
            count += 1
            let written = read.terms.flatMap(\.queryWords)
            let again = try query.read(written)
            #expect(again.terms == read.terms, "\(words.map(\.text)) written \(written.map(\.text))")
        }
        #expect(count > 5_000)
    }
}

extension RecordCondition {
    /// Returns how many conditions refer to a column.
    fileprivate func description(of column: String) -> Int {
        switch self {
        case .field(column, _): 1
        case .any(let conditions), .all(let conditions): conditions.reduce(0) { $0 + $1.description(of: column) }
        default: 0
        }
    }
}
