import AggSearch
import AggSource
import AggStorage
import AggTesting
import Testing

/// The results of a search, for every record store.
struct SearchContractTests {
    @Test(arguments: StoreKind.allCases)
    func `results come tier by tier`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            Record(key: "6", title: "Elsewhere", keywords: ["york"]),
            Record(key: "5", title: "Elsewhere", subtitle: "Yorkshire"),
            Record(key: "3", title: "Old Yorkers"), Record(key: "2", title: "York Town"),
            Record(key: "1", title: "York"), Record(key: "0", title: "Nowhere"),
        ])
        let matches = try await tested.store.matches("york").matches
        #expect(matches.map(\.record.key) == ["1", "2", "3", "5", "6"])
        #expect(matches.map(\.tier) == [.exact, .titlePrefix, .titleWords, .subtitle, .anywhere])
    }

    @Test(arguments: StoreKind.allCases)
    func `word prefixes match in the tier below whole words`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            .titled("The Santa Josefina"), .titled("The San Jose"), .titled("San Marino"),
        ])
        let matches = try await tested.store.matches("san jo").matches
        #expect(matches.map(\.record.title) == ["The San Jose", "The Santa Josefina"])
        #expect(matches.map(\.tier) == [.titleWords, .titleWordPrefixes])
    }

    private static let cities = [
        Record(
            key: "roma", title: "Roma", alternativeTitles: ["Rome", "Urbs Aeterna"], subtitle: "Italy", prominence: 6),
        Record(key: "georgia", title: "Rome", subtitle: "United States"),
        Record(key: "romeo", title: "Romeoville", prominence: 2),
        Record(
            key: "köln", title: "Koeln", alternativeTitles: ["Köln", "Cologne"], subtitle: "Germany", prominence: 6),
        Record(key: "brescia", title: "Cologne", subtitle: "Italy"),
    ]

    @Test(
        arguments: StoreKind.allCases,
        [
            ("rome", ["roma", "georgia", "romeo"]), ("ROM", ["roma", "romeo", "georgia"]), ("roma", ["roma"]),
            ("aeterna", ["roma"]), ("urbs aet", ["roma"]), ("aet urb", ["roma"]), ("rome italy", ["roma"]),
            ("italy rome", ["roma"]), ("cologne", ["köln", "brescia"]), ("köln", ["köln"]), ("koln", ["köln"]),
            ("koeln", ["köln"]), ("col", ["köln", "brescia"]), ("rome -united", ["roma", "romeo"]),
        ])
    func `an alternative title finds a record just as its title does`(
        kind: StoreKind, expected: (query: String, keys: [String])
    ) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: Self.cities)
        let isNarrowed = expected.query.hasSuffix(" -united")
        let matches = try await tested.store.matches(
            isNarrowed ? "rome" : expected.query, where: isNarrowed ? .not(.words(["united"])) : .always)
        #expect(matches.matches.map(\.record.key) == expected.keys)
        for limit in 1...3 {
            let first = try await tested.store.matches(expected.query.replacing(" -united", with: ""), limit: limit)
            #expect(first.matches.first?.record.key == expected.keys.first)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `alternative titles have the same tiers, words, and completions as titles`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: Self.cities)
        let rome = try await tested.store.matches("rome").matches
        #expect(rome.map(\.tier) == [.exact, .exact, .titlePrefix])
        #expect(try await tested.store.matches("aeterna").matches.map(\.tier) == [.titleWords])
        let titles = try await tested.store.titles(startingWith: "ro", in: [.cities], limit: 9)
        #expect(titles == ["Roma", "Rome", "Romeoville"])
        #expect(try await tested.store.titles(startingWith: "kol", in: [.cities], limit: 9) == ["Köln"])
        try await tested.store.fill(
            .news,
            with: [
                Record(key: "1", title: "Elsewhere", alternativeTitles: ["São Tomé", "Sao Tome"])
            ])
        #expect(try await tested.store.titles(startingWith: "sao", in: [.news], limit: 9) == ["São Tomé"])
        #expect(try await tested.store.words(near: "aetena")["aeterna"] == 1)
        let matches = try await tested.store.matches("a", where: .not(.words(["rome"]))).matches
        #expect(matches.allSatisfy { $0.record.key != "roma" && $0.record.key != "georgia" })
    }

    @Test(arguments: StoreKind.allCases, ["— noel", "noel 🏝", "noel"])
    func `words that must match as typed can stand next to symbols`(
        kind: StoreKind, text: String
    ) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Noel"), .titled("Noël"), .titled("Leon")])
        let matches = try await tested.store.matches("noel", where: .written(text, isOpen: true)).matches
        #expect(Set(matches.map(\.record.title)) == ["Noel", "Noël"])
        let accented = try await tested.store.matches("noel", where: .written("noël", isOpen: true)).matches
        #expect(accented.map(\.record.title) == ["Noël"])
    }

    @Test(arguments: StoreKind.allCases)
    func `only one alternative title of a record counts, and the rest do not fill the results`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        let many = (0..<60).map { "Town of many names \($0)" }
        try await tested.store.fill(with: [
            Record(key: "many", title: "Elsewhere", alternativeTitles: many),
            Record(key: "one", title: "Nowhere", alternativeTitles: ["Town on the river"]),
            Record(key: "two", title: "Somewhere", alternativeTitles: ["Town under the hill"]),
        ])
        let matches = try await tested.store.matches("town", limit: 3)
        #expect(matches.matches.map(\.record.key) == ["many", "one", "two"])
        #expect(matches.matches.allSatisfy { $0.tier == .titlePrefix })
    }

    @Test(arguments: StoreKind.allCases, 1...3)
    func `words of different titles of a record do not count as one title`(kind: StoreKind, limit: Int) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            Record(
                key: "mexico", title: "Mexico City", alternativeTitles: ["Mexico D.F."],
                prominence: 7),
            Record(key: "washington", title: "Washington", alternativeTitles: ["Washington, D.C."], prominence: 6),
            Record(key: "field", title: "Washington Field", subtitle: "D.C.", prominence: 1),
        ])
        let matches = try await tested.store.matches("d.c.", limit: limit).matches
        #expect(matches.map(\.record.key) == ["washington", "mexico", "field"].prefix(limit).map(\.self))
        #expect(matches.map(\.tier) == [.titleWords, .subtitle, .subtitle].prefix(limit).map(\.self))
    }

    @Test(arguments: StoreKind.allCases)
    func `finds words across title, subtitle, and fields`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let paris = Record(
            key: "1", title: "Paris", subtitle: "France", fields: [.init("country", .text("FR"))], keywords: ["lutetia"]
        )
        try await tested.store.fill(with: [paris, Record(key: "2", title: "Paris", subtitle: "United States")])
        let queries = ["paris france", "france paris", "paris fr lutetia", "fra", "lute"]
        for query in queries {
            #expect(try await tested.store.matches(query).matches.map(\.record.key) == ["1"], "\(query)")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `ranks by prominence, then spelling, title, date, and key`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let (early, late) = (RecordDate(iso8601: "2020-01-01"), RecordDate(iso8601: "2024-01-01"))
        try await tested.store.fill(with: [
            Record(key: "undated", title: "Sao Paulo"), Record(key: "b", title: "Sao Paulo", date: early),
            Record(key: "a", title: "Sao Paulo", date: early), Record(key: "late", title: "Sao Paulo", date: late),
            Record(key: "marked", title: "São Paulo"), Record(key: "far", title: "Sao Paulo de Oliveira"),
            Record(key: "known", title: "São Paulo Grande", prominence: 3),
        ])
        let typedPlain = try await tested.store.matches("sao paulo").matches.map(\.record.key)
        #expect(typedPlain == ["late", "a", "b", "undated", "marked", "known", "far"])
        let typedMarked = try await tested.store.matches("são paulo").matches.map(\.record.key)
        #expect(typedMarked == ["marked", "late", "a", "b", "undated", "known", "far"])
        let beginning = try await tested.store.matches("são").matches.map(\.record.key)
        #expect(beginning == ["known", "marked", "late", "a", "b", "undated", "far"])
    }

    @Test(arguments: StoreKind.allCases)
    func `favorites come first within their tier`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            .titled("London", prominence: 7), .titled("Londa"), .titled("Londorf"), .titled("New London"),
        ])
        let matches = try await tested.store.matches("lond", favorites: ["Londorf", "New London", "Gone"]).matches
        #expect(matches.map(\.record.title) == ["Londorf", "London", "Londa", "New London"])
        #expect(matches.map(\.isFavorite) == [true, false, false, true])
    }

    @Test(arguments: StoreKind.allCases)
    func `a favorite keeps its place in a short list of results`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: (10..<99).map { .titled("Town \($0)") } + [.titled("Old Town")])
        let favorites = ["Town 98", "Old Town"]
        let answer = try await tested.store.matches("town", favorites: favorites, limit: 3)
        #expect(answer.matches.map(\.record.title) == ["Town 98", "Town 10", "Town 11"])
        #expect(answer.isTruncated)
    }

    @Test(arguments: StoreKind.allCases)
    func `reports whether there are more results`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: ["A one", "A two", "Big A"].map { .titled($0) })
        #expect(try await tested.store.matches("a", limit: 3).isTruncated == false)
        #expect(try await tested.store.matches("a", limit: 2).isTruncated)
        #expect(try await tested.store.matches("a", limit: 1).matches.map(\.record.title) == ["A one"])
    }

    @Test(arguments: StoreKind.allCases)
    func `tries other spellings together`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            .titled("München"), .titled("Munchen Hill"), .titled("St. Louis"), .titled("Saint Louis Park"),
            .titled("O’Fallon"), .titled("東京都"),
        ])
        func titles(_ text: String) async throws -> [String] { try await tested.store.titles(matching: text) }
        #expect(try await titles("muenchen") == ["München"])
        #expect(try await titles("munchen") == ["Munchen Hill", "München"].reversed())
        #expect(try await titles("münchen").first == "München")
        #expect(try await Set(titles("saint lou")) == ["St. Louis", "Saint Louis Park"])
        #expect(try await Set(titles("st louis")) == ["St. Louis", "Saint Louis Park"])
        #expect(try await titles("ofallon") == ["O’Fallon"])
        #expect(try await titles("o'fal") == ["O’Fallon"])
        #expect(try await titles("京") == ["東京都"])
        #expect(try await titles("東京") == ["東京都"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a word that stands for another is matched only as a whole`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            .titled("Stock Island"), .titled("St. Island"), .titled("Saint Island"), .titled("Saints Island"),
        ])
        #expect(
            try await Set(tested.store.titles(matching: "saint isl"))
                == ["Saint Island", "St. Island", "Saints Island"])
        #expect(
            try await Set(tested.store.titles(matching: "st isl")) == ["Saint Island", "St. Island", "Stock Island"])
    }

    @Test(arguments: StoreKind.allCases, [20, 1])
    func `a word as typed comes before one that stands for it`(kind: StoreKind, limit: Int) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            .titled("Saint Elmo"), .titled("St. Elmo"), .titled("Mount Zeil"), .titled("Mt. Zion"),
            .titled("Port Saint Lucie"), .titled("Port St. Lucie"), .titled("Sainte Bee"), .titled("Ste. Bee"),
        ])
        let pairs = [
            ("st elmo", "St. Elmo", "Saint Elmo"), ("st e", "St. Elmo", "Saint Elmo"),
            ("st. elmo", "St. Elmo", "Saint Elmo"), ("saint elmo", "Saint Elmo", "St. Elmo"),
            ("mt z", "Mt. Zion", "Mount Zeil"), ("ste bee", "Ste. Bee", "Sainte Bee"),
            ("port st lucie", "Port St. Lucie", "Port Saint Lucie"),
        ]
        for (query, first, second) in pairs {
            let titles = try await tested.store.matches(query, limit: limit).matches.map(\.record.title)
            #expect(titles == Array([first, second].prefix(limit)), "\(query)")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a comma after a name does not change the order`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            Record(key: "1", title: "Cormeilles-en-Parisis", subtitle: "France"),
            Record(key: "2", title: "Paris", subtitle: "France"),
        ])
        #expect(try await tested.store.titles(matching: "paris france").first == "Paris")
        #expect(try await tested.store.titles(matching: "paris, france").first == "Paris")
    }

    @Test(arguments: StoreKind.allCases)
    func `a word in a condition is whole unless it is open`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            Record(key: "1", title: "London"), Record(key: "2", title: "Old Lon"),
            Record(key: "3", title: "York", alternativeTitles: ["Londinium"]),
            Record(key: "4", title: "York", subtitle: "near London"),
            Record(key: "5", title: "York", keywords: ["londoner"]), Record(key: "6", title: "Babylon"),
        ])
        func keys(_ condition: RecordCondition) async throws -> Set<String> {
            try await Set(tested.store.list(.cities, where: condition, limit: 9).map(\.key))
        }
        #expect(try await keys(.words(["lon"])) == ["2"])
        #expect(try await keys(.words(["lon"], isOpen: true)) == ["1", "2", "3", "4", "5"])
        #expect(try await keys(.words(["old", "lo"], isOpen: true)) == ["2"])
        #expect(try await keys(.not(.words(["lon"], isOpen: true))) == ["6"])
    }

    @Test(arguments: StoreKind.allCases)
    func `matches a phrase only if its words are adjacent`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            .titled("The New York Times"), .titled("York, the New"), .titled("New Yorkers"),
        ])
        let text = SearchText([SearchText.Term("new york", isPhrase: true)])
        let found = try await tested.store.search(RecordSearch(text: text, sources: [.cities: .always], limit: 9))
        #expect(found[.cities]?.matches.map(\.record.title) == ["New Yorkers", "The New York Times"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the letters of a word together in scripts without blanks`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            .titled("京東"), .titled("東京都"), .titled("新東京"), Record(key: "parts", title: "東", keywords: ["京"]),
        ])
        #expect(try await tested.store.titles(matching: "東京") == ["東京都", "新東京"])
        #expect(try await Set(tested.store.titles(matching: "東")) == ["京東", "東京都", "新東京", "東"])
    }

    @Test(arguments: StoreKind.allCases)
    func `finds every alternative of a long text`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let long = (0..<20).map { "w\($0)" }.joined(separator: " ")
        try await tested.store.fill(with: [.titled("Greater Bangkok"), .titled("The \(long)"), .titled("Paris")])
        for words in [["bangkok", long], [long, "bangkok"]] {
            let text = SearchQuery([.any(words.map(QueryTerm.words))]).text
            let search = RecordSearch(text: text, sources: [.cities: .always], limit: 9)
            let found = try await tested.store.search(search)[.cities]?.matches.map(\.record.title) ?? []
            #expect(Set(found) == ["Greater Bangkok", "The \(long)"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `does not match a phrase across a title and its other spelling`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Zu Köln")])
        let text = SearchText([SearchText.Term("koln zu", isPhrase: true)])
        #expect(try await tested.store.search(RecordSearch(text: text, sources: [.cities: .always], limit: 9)).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `filters compare folded values and the items of lists`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        func record(_ key: String, _ value: FieldValue) -> Record {
            Record(key: key, title: "Same \(key)", fields: [.init("value", value)])
        }
        try await tested.store.fill(with: [
            record("text", .text("New-York")), record("list", .list(["a", "New York"])), record("year", .integer(2024)),
            record("yes", .boolean(true)), record("half", .decimal(0.5)),
            record("day", .date(RecordDate(canonical: "2024-03-05"))), .titled("Same none"),
            record("best", .text("★★★★★")), record("worst", .text("★☆☆☆☆")),
        ])
        func keys(_ value: String) async throws -> [String] {
            let condition = RecordCondition.value("value", value)
            return try await tested.store.matches("same", where: condition).matches.map(\.record.key)
        }
        #expect(try await keys("new york") == ["list", "text"])
        #expect(try await keys("2024") == ["year"])
        #expect(try await keys("TRUE") == ["yes"])
        #expect(try await keys("★★★★★") == ["best"])
        #expect(try await keys("0.5") == ["half"])
        #expect(try await keys("2024-03-05") == ["day"])
        #expect(try await keys("york").isEmpty)
        let both = RecordCondition.all([.value("value", "a"), .value("value", "New York")])
        #expect(try await tested.store.matches("same", where: both).matches.map(\.record.key) == ["list"])
        let other = RecordCondition.value("other", "")
        #expect(try await tested.store.matches("same", where: other).matches.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a filter misses no row, however low it ranks`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let records = (0..<3_000).map { number in
            Record(
                key: String(number), title: "Item \(number) here",
                fields: [.init("rare", .text(number == 2_998 ? "yes" : "no"))])
        }
        try await tested.store.fill(with: records)
        let condition = RecordCondition.value("rare", "Yes")
        for query in ["item", "here", "he it"] {
            let matches = try await tested.store.matches(query, where: condition, limit: 5).matches
            #expect(matches.map(\.record.key) == ["2998"], "\(query)")
        }
        #expect(try await tested.store.list(.cities, where: condition, limit: 5).map(\.key) == ["2998"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a condition can have thousands of parts`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [
            Record(key: "1", title: "Oak", fields: [.init("zip", .text("60601"))]),
            Record(key: "2", title: "Elm", fields: [.init("zip", .text("70000"))]),
        ])
        let zips = (60_000..<62_000).map { RecordCondition.value("zip", "\($0)") }
        let none = zips.map { RecordCondition.not($0) }
        #expect(try await tested.store.list(.cities, where: .any(zips), limit: 9).map(\.key) == ["1"])
        #expect(try await tested.store.list(.cities, where: .all(none), limit: 9).map(\.key) == ["2"])
        #expect(try await tested.store.matches("oak", where: .any(zips)).matches.map(\.record.key) == ["1"])
    }

    @Test(arguments: StoreKind.opened)
    func `two spellings of a key are two records`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let keys = ["e\u{301}", "\u{E9}"]
        try await tested.store.fill(with: keys.map { Record(key: $0, title: "Row") })
        let expected = keys.map { Array($0.utf8) }
        let matches = try await tested.store.matches("row").matches
        #expect(matches.map { Array($0.record.key.utf8) } == expected)
        let kept = try await tested.store.matches("row", favorites: ["\u{E9}"]).matches
        #expect(kept.map { Array($0.record.key.utf8) } == expected.reversed())
        #expect(kept.map(\.isFavorite) == [true, false])
    }

    @Test(arguments: StoreKind.allCases)
    func `searches each source separately`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Paris")])
        try await tested.store.fill(
            .news, with: [.titled("Paris today"), .titled("Paris tomorrow"), .titled("Paris tonight")])
        let unknown = SourceID.named("unknown")
        let found = try await tested.store.search(
            RecordSearch(
                text: SearchText("paris"), sources: [.cities: .always, .news: .always, unknown: .always], limit: 2))
        // The merged answer has room for the best row of each.
        #expect(found.mapValues { $0.matches.first?.record.title } == [.cities: "Paris", .news: "Paris today"])
        #expect(found.mapValues(\.isTruncated) == [.cities: false, .news: true])
    }

    @Test(arguments: StoreKind.allCases, ["", " ", "\t", "'", "...", "“”", "%", "\u{0}"])
    func `text without a letter finds nothing`(kind: StoreKind, text: String) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Paris"), .titled("...")])
        #expect(try await tested.store.matches(text).matches.isEmpty)
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            "\"", "\"paris", "paris*", "paris AND", "NOT paris", "title:paris", "^paris", "paris NEAR/2 x", "{a} : b",
            "'; DROP TABLE record; --", "-paris", "~paris", "=paris", "(paris", "a\u{0}b", "\u{10FFFF}", "c++ c#",
            "%_%", String(repeating: "st ", count: 40), String(repeating: "ab ", count: 2_000),
            String(repeating: "x", count: 20_000),
        ])
    func `accepts any text as a query`(kind: StoreKind, text: String) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Paris"), .titled("Paris and title near x")])
        _ = try await tested.store.matches(text)
        let phrase = SearchText([SearchText.Term(text, isPhrase: true)])
        _ = try await tested.store.search(RecordSearch(text: phrase, sources: [.cities: .always], limit: 5))
        #expect(try await tested.store.titles(matching: "paris").count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `reports a cancelled search`(kind: StoreKind) async throws {
        guard kind == .sqlite else { return }
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Paris")])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await tested.store.matches("paris")
        }
        await #expect(throws: StoreError.cancelled) { try await task.value }
        #expect(try await tested.store.titles(matching: "paris") == ["Paris"])
    }
}
