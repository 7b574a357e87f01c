import AggSearch
import AggSource
import AggStorage
import AggTesting
import Testing

/// Lists and completions, for every record store.
struct ListContractTests {
    @Test(arguments: StoreKind.allCases)
    func `lists the best known first, then the newest, and the undated last`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        func record(_ key: String, _ title: String, _ date: String?, prominence: Int = 0) -> Record {
            Record(key: key, title: title, date: date.flatMap { RecordDate(iso8601: $0) }, prominence: prominence)
        }
        try await tested.store.fill(with: [
            record("1", "Zebra", nil), record("2", "äpfel", nil), record("3", "Apple", nil),
            record("4", "Old", "2001-01-01"), record("5", "New", "2024-01-01T10:00:00Z"),
            record("6", "New", "2024-01-01"), record("7", "Known", nil, prominence: 2),
            record("8", "New", "2024-01-01"),
        ])
        let all = try await tested.store.list(.cities, limit: 99).map(\.key)
        #expect(all == ["7", "5", "6", "8", "4", "2", "3", "1"])
        for limit in 0...8 {
            #expect(
                try await tested.store.list(.cities, limit: limit).map(\.key) == Array(all.prefix(limit)))
        }
    }

    @Test(arguments: StoreKind.opened)
    func `a canceled list of many rows fails`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let store = tested.store
        try await store.fill(
            with: (0..<20_000).map { Record(key: "\($0)", title: "Town \($0 % 7)", fields: [.init("n", .integer(7))]) })
        let listing = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.list(
                .cities, where: .always, order: .asked(.column("n", isDescending: true)), limit: 20_000)
        }
        await #expect(throws: StoreError.cancelled) { try await listing.value }
    }

    @Test(arguments: StoreKind.allCases)
    func `a list returns every text byte for byte, even if another is canonically equal`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        let spellings = ["\u{E9}", "e\u{301}", "\u{E9}", "e\u{301}"]
        let records = spellings.enumerated().map { number, text in
            Record(key: "\(number)", title: "Town \(number)", fields: [.init("place", .text(text))], keywords: [text])
        }
        try await tested.store.fill(with: records)
        let listed = try await tested.store.list(.cities, limit: 9)
        #expect(listed.map { $0.keywords.map { Array($0.utf8) } } == spellings.map { [Array($0.utf8)] })
        #expect(listed.map { $0.fields.map { Array($0.value.text.utf8) } } == spellings.map { [Array($0.utf8)] })
    }

    @Test(arguments: StoreKind.allCases)
    func `lists by date with the newest first, then the best known, and the undated last`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        func record(_ key: String, _ date: String?, prominence: Int = 0) -> Record {
            Record(
                key: key, title: "Title \(key)", date: date.flatMap { RecordDate(iso8601: $0) }, prominence: prominence)
        }
        try await tested.store.fill(with: [
            record("1", nil), record("2", nil, prominence: 7), record("3", "2001-01-01", prominence: 7),
            record("4", "2024-01-01"), record("5", "2024-01-01", prominence: 2), record("6", "2024-01-02T10:00:00Z"),
        ])
        let all = ["6", "5", "4", "3", "2", "1"]
        for limit in 0...7 {
            let listed = try await tested.store.list(.cities, where: .always, order: .newest, limit: limit)
            #expect(listed.map(\.key) == Array(all.prefix(limit)))
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("day", ["1", "2", "3", "4"]), ("-day", ["3", "2", "1", "4"]), ("list", ["2", "1", "3", "4"]),
            ("-list", ["3", "1", "2", "4"]), ("text", ["2", "3", "1", "4"]), ("-text", ["2", "1", "3", "4"]),
            ("size", ["4", "1", "2", "3"]), ("-size", ["1", "4", "2", "3"]),
        ])
    func `sorts numbers, then other values by their texts, whatever their types`(
        kind: StoreKind, sample: (order: String, keys: [String])
    ) async throws {
        let tested = try await kind.makeRecordStore()
        let day = { (text: String) in FieldValue.date(RecordDate(canonical: text)) }
        func record(_ key: String, _ fields: [(String, FieldValue)]) -> Record {
            Record(key: key, title: "Town", fields: fields.map { .init($0.0, $0.1) })
        }
        try await tested.store.fill(with: [
            record(
                "1",
                [
                    ("day", day("2019-01-01")), ("list", .list(["a", "b"])), ("text", .text("a\u{0}b")),
                    ("size", .decimal(.infinity)),
                ]),
            record(
                "2",
                [("day", day("2024-03-05")), ("list", .list(["a"])), ("text", .text("12")), ("size", .text("z"))]),
            record("3", [("day", .text("bad")), ("list", .list(["B"])), ("text", .text("a\u{0}a"))]),
            record("4", [("size", .integer(-1))]),
        ])
        let isDescending = sample.order.hasPrefix("-")
        let name = sample.order.replacing("-", with: "")
        let order = ListOrder.asked(.column(name, isDescending: isDescending))
        #expect(try await tested.store.list(.cities, where: .always, order: order, limit: 9).map(\.key) == sample.keys)
        let search = RecordSearch(
            text: SearchText("town"), sources: [.cities: .always], order: .column(name, isDescending: isDescending),
            limit: 9)
        #expect(try await tested.store.search(search)[.cities]?.matches.map(\.record.key) == sample.keys)
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `sorts the texts of a column whatever their case and accents`(
        kind: StoreKind, isDescending: Bool
    ) async throws {
        let tested = try await kind.makeRecordStore()
        let places = ["apple", "Apple", "Äpfel", "a-b", "Zürich", "zebra", "Łódź", "lodz", "—", "東京"]
        let records = places.enumerated().map { number, place in
            Record(key: "\(number)", title: "Town", fields: [.init("place", .text(place))])
        }
        try await tested.store.fill(with: records)
        let ascending: [String?] = ["—", "a-b", "Äpfel", "Apple", "apple", "lodz", "Łódź", "zebra", "Zürich", "東京"]
        let expected = isDescending ? ascending.reversed() : ascending
        let order = RecordOrder.column("place", isDescending: isDescending)
        let listed = try await tested.store.list(.cities, where: .always, order: .asked(order), limit: 99)
        #expect(listed.map { $0["place"]?.text } == expected)
        let search = RecordSearch(text: SearchText("town"), sources: [.cities: .always], order: order, limit: 99)
        let found = try await tested.store.search(search)[.cities]?.matches ?? []
        #expect(found.map { $0.record["place"]?.text } == expected)
    }

    @Test(arguments: StoreKind.allCases)
    func `completions are the best known titles, each once`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            Record(key: "1", title: "Paris"), Record(key: "2", title: "Paris", prominence: 7), .titled("Parma"),
            .titled("Pärnu"), .titled("Pisa"),
        ])
        try await tested.store.fill(.news, with: [.titled("Paris, again", prominence: 1)])
        func titles(_ text: String, limit: Int = 9) async throws -> [String] {
            try await tested.store.titles(startingWith: text, in: [.cities, .news], limit: limit)
        }
        #expect(try await titles("PAR") == ["Paris", "Paris, again", "Parma", "Pärnu"])
        #expect(try await titles("par", limit: 2) == ["Paris", "Paris, again"])
        #expect(try await titles("paer") == ["Pärnu"])
        #expect(try await titles("pi") == ["Pisa"])
        #expect(try await titles("x").isEmpty)
        #expect(try await titles("").first == "Paris")
        #expect(try await tested.store.titles(startingWith: "par", in: [.news], limit: 9) == ["Paris, again"])
    }

    @Test(arguments: StoreKind.allCases)
    func `completions that only add a state to the title of their record appear once that title is complete`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            Record(key: "1", title: "San Jose", alternativeTitles: ["Santa Clara", "San Jose, CA"], prominence: 2),
            Record(key: "2", title: "Elsewhere", alternativeTitles: ["San Jose, TX"]), .titled("San Marino, CA"),
            Record(key: "3", title: "Quebec", alternativeTitles: ["Quebec City", "Quebec, QC"], prominence: 2),
        ])
        func titles(_ text: String) async throws -> [String] {
            try await tested.store.titles(startingWith: text, in: [.cities], limit: 9)
        }
        #expect(try await titles("san") == ["San Jose", "Santa Clara", "San Jose, TX", "San Marino, CA"])
        #expect(try await titles("san jose") == ["San Jose", "San Jose, CA", "San Jose, TX"])
        #expect(try await titles("san jose, c") == ["San Jose, CA"])
        #expect(try await titles("queb") == ["Quebec", "Quebec City"])
    }

    @Test(arguments: StoreKind.allCases)
    func `pages contain every row once, in the order of keys`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let keys = ["", "a", "A", "\u{0}", "\u{1}", "é", "東京", String(repeating: "k", count: 500)]
        let all = keys + (0..<40).map { "n\($0)" } + [keys[7] + "a", keys[7] + "b"]
        try await tested.store.fill(with: all.map { Record(key: $0, title: "Town") })
        for limit in [1, 7, 999] {
            var found: [String] = []
            while true {
                let page = try await tested.store.page(of: .cities, after: found.last, limit: limit)
                found += page.map(\.key)
                if page.count < limit { break }
            }
            #expect(
                found.map { Array($0.utf8) } == all.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
        }
        #expect(try await tested.store.page(of: .news, after: nil, limit: 5).isEmpty)
    }
}
