import AggCore
import AggSearch
import AggSource
import AggTesting
import Testing

import AggCommands

@Suite struct SearchCommandTests {
    @Test func `searches all sources at once, with titles that begin with the query first`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run("search lon")
        #expect(output.addresses == ["towns:1", "towns:2", "peaks:a", "towns:3"])
        #expect(output.status == .done)
        #expect(output.answer?.sources.map(\.matched) == [3, 1])
    }

    @Test(arguments: [
        ("search lon --source towns", ["London", "Londrina", "East London"]),
        ("search lon --source peaks --source towns", ["London", "Londrina", "Lonely Peak", "East London"]),
        ("search source:peaks lon", ["Lonely Peak"]),
        ("search country:fr", ["Paris", "Mont Blanc"]),
        ("search paris country:FR", ["Paris"]),
        ("search paris country:GB", []),
        ("search london kingdom", ["London"]),
        ("search \"east london\"", ["East London"]),
        ("search \"london east\"", []),
        ("search nothing-like-this", []),
        ("find lon --limit 1", ["London"]),
        (".search mont", ["Mont Blanc"]),
    ])
    func `narrows a search by sources, conditions, phrases, and a limit`(line: String, titles: [String]) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run(line)
        #expect(output.titles == titles)
        #expect(output.status == .done)
    }

    @Test(arguments: [
        ("search town --limit 2", ["towns", "peaks"]), ("search town -source:lakes --limit 2", ["towns", "peaks"]),
        ("search town source:towns source:peaks --limit 2", ["towns", "towns"]),
        ("search town --source towns --source peaks --limit 2", ["towns", "towns"]),
        ("search source:towns source:peaks --limit 2", ["towns", "towns"]),
    ])
    func `keeps room for each source unless the sources are chosen`(line: String, sources: [String]) async throws {
        let bench = try Bench(sources: ["towns", "peaks", "lakes"])
        try await bench.hold((1...3).map { Record(key: "\($0)", title: "Town", prominence: 5) }, in: "towns")
        try await bench.hold([Record(key: "1", title: "Town")], in: "peaks")
        let rows = try await bench.run(line).answer?.rows
        #expect(rows?.map(\.address.source.description) == sources)
    }

    @Test(arguments: ["search lon", "search country:fr"])
    func `says that favorites are not marked if they cannot be read`(line: String) async throws {
        var bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let found = try await bench.run(line).titles
        bench.context.aggregator = Aggregator(
            registry: bench.registry, store: bench.store, users: UnwritableUserStore(), services: bench.services)
        let output = try await bench.run(line)
        #expect(output.titles == found)
        let notes = output.answer?.notes ?? []
        #expect(
            notes.count == 1 && notes[0].hasPrefix("favorites are not marked: cannot write user.sqlite"), "\(notes)")
    }

    @Test(arguments: ["search lon", "search lon --format csv", "count lon", "news"])
    func `says that no source is enabled instead of only finding nothing`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("source disable towns")
        #expect(try await bench.run("search qqq").remarks == [])
        _ = try await bench.run("source disable peaks")
        let output = try await bench.run(line)
        #expect(output.remarks == ["no source is enabled; run “source enable ID” to enable one"])
        #expect(output.status == .done)
    }

    @Test func `suggests a place in a country for a misspelled name with its country`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run("search lodnon kingdom").answer?.suggestions == ["London, United Kingdom"])
        #expect(try await bench.run("search lodnon").answer?.suggestions.first == "London")
    }

    @Test func `suggests a filter for the id of a source among the words`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run("search towns london").answer?.suggestions == ["source:towns london"])
        #expect(try await bench.run("search \"towns\" london").answer?.suggestions != ["source:towns london"])
        let count = try await bench.run("count peaks").queryNotes
        #expect(count.last == "did you mean “source:peaks”?", "\(count)")
    }

    @Test(arguments: ["is:favorite", "--favorites"])
    func `suggests only favorites if only they are searched`(filter: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:4")
        #expect(try await bench.run("search pariss \(filter)").answer?.suggestions == ["Paris"])
        #expect(try await bench.run("search lodnon \(filter)").answer?.suggestions == [])
    }

    @Test func `suggests a title if every word occurs, but in different records`() async throws {
        let bench = try Bench()
        let titles = ["San Paolo", "Sao Tome", "Paolo", "New Delhi", "New York", "Dehlitz"]
        let known = Record(key: "known", title: "São Paulo", prominence: 7)
        try await bench.hold(titles.enumerated().map { Record(key: "\($0)", title: $1) } + [known], in: "towns")
        #expect(try await bench.run("search sao paolo").answer?.suggestions == ["São Paulo", "San Paolo"])
        #expect(try await bench.run("search new dehli").answer?.suggestions == ["New Delhi"])
        #expect(try await bench.run("search york tome").answer?.suggestions == [])
    }

    @Test func `suggests a well-known title if the rest of the query is not in its record`() async throws {
        let bench = try Bench()
        let titles = ["Paris Parish", "Texas Creek", "Vegas"]
        let known = Record(key: "paris", title: "Paris", prominence: 7)
        try await bench.hold(titles.enumerated().map { Record(key: "\($0)", title: $1) } + [known], in: "towns")
        #expect(try await bench.run("search paris texas").answer?.suggestions == ["Paris"])
        #expect(try await bench.run("search paris zzz").answer?.suggestions == ["Paris"])
        #expect(try await bench.run("search paris northern texas").answer?.suggestions == ["Paris"])
        #expect(try await bench.run("search vegas texas").answer?.suggestions == ["Vegas"], "the only title")
        #expect(try await bench.run("search creek vegas").answer?.suggestions == [])
    }

    @Test func `suggests a title without the blank that was forgotten`() async throws {
        let bench = try Bench()
        let titles = ["Cavetown", "Cape Town", "Cape Townsend", "Salt Lake City"]
        try await bench.hold(titles.enumerated().map { Record(key: "\($0)", title: $1) }, in: "towns")
        let suggestions = try await bench.run("search capetown").answer?.suggestions
        #expect(suggestions == ["Cape Town", "Cavetown"])
        #expect(try await bench.run("search saltlake city").answer?.suggestions == ["Salt Lake City"])
    }

    @Test func `suggests a well-known title one letter away, however many words are as close`() async throws {
        let bench = try Bench()
        let titles = ["Shoal Cove", "Shoal Lake", "Bhol", "Bhol Nagar", "Boal", "Boal Creek"]
        let known = Record(key: "known", title: "Bhopal", prominence: 6)
        try await bench.hold(titles.enumerated().map { Record(key: "\($0)", title: $1) } + [known], in: "towns")
        #expect(try await bench.run("search bhoal").answer?.suggestions == ["Bhopal", "Boal", "Bhol"])
    }

    @Test func `suggests a name with a forgotten h or a letter too many before more frequent words`() async throws {
        let bench = try Bench()
        let titles = ["Dabo", "Dabu", "Gabi", "Dasi", "Daba", "Dubi", "Daqi", "Dabie"].flatMap { [$0, "\($0) Lake"] }
        let known = [("Abu Dhabi", 5), ("Abu", 1), ("Embu", 2)].map { Record(key: $0, title: $0, prominence: $1) }
        let others = (titles + ["QEMU 11.0"]).map { Record(key: $0, title: $0) }
        try await bench.hold(known + others, in: "towns")
        #expect(try await bench.run("search abu dabi").answer?.suggestions == ["Abu Dhabi"])
        #expect(try await bench.run("search qemuu").answer?.suggestions == ["QEMU 11.0"])
        #expect(try await bench.run("search e#").answer?.suggestions == [])
    }

    @Test func `suggests the best-known title first, however many records contain the word`() async throws {
        let bench = try Bench()
        let towns = (0..<9).map { Record(key: "\($0)", title: "Parish \($0)") }
        try await bench.hold(towns + [Record(key: "paris", title: "Paris", prominence: 7)], in: "towns")
        #expect(try await bench.run("search pariss").answer?.suggestions.first == "Paris")
    }

    @Test func `suggests a record with several titles once, if possible by its main title`() async throws {
        let bench = try Bench()
        let paris = Record(key: "1", title: "Paris", alternativeTitles: ["Parijs", "Lutetia"], prominence: 7)
        try await bench.hold([paris, Record(key: "2", title: "Parisot")], in: "towns")
        #expect(try await bench.run("search pariss").answer?.suggestions == ["Paris", "Parisot"])
        #expect(try await bench.run("search lutetai").answer?.suggestions == ["Lutetia"])
    }

    @Test func `suggests the title with the fewest differing letters, even if others are better known`() async throws {
        let bench = try Bench()
        let known = ["Everett", "Eversholt", "Burgess Kingdom", "Dongguan"].map {
            Record(key: $0, title: $0, prominence: 6)
        }
        let titles = ["Mt. Everest", "BURGER KING", "django", "Burg", "Dongo"]
        try await bench.hold(known + titles.map { Record(key: $0, title: $0) }, in: "towns")
        #expect(try await bench.run("search everst").answer?.suggestions.first == "Mt. Everest")
        #expect(try await bench.run("search burgr king").answer?.suggestions.first == "BURGER KING")
        #expect(try await bench.run("search djngo").answer?.suggestions.first == "django")
    }

    @Test(arguments: [
        ("search capital of rotterdam", ["Rotterdam"]), ("search failed in march 2013", []),
        ("search how many schools in rotterdam", ["Rotterdam"]), ("search abu of failed", []),
        ("search march of failed to rotterdam", ["Rotterdam"]), ("search of the hague failed", ["The Hague"]),
    ])
    func `suggests a single word of the query only if it is neither short, nor common, nor a month`(
        line: String, suggestions: [String]
    ) async throws {
        let bench = try Bench()
        let titles = ["Of", "Many", "March", "Abu", "Rotterdam", "The Hague"]
        try await bench.hold(titles.map { Record(key: $0, title: $0, prominence: 3) }, in: "towns")
        try await bench.hold(
            ["Failed", "Capital", "How", "Schools", "In", "To"].map { Record(key: $0, title: "\($0) 1") }, in: "peaks")
        #expect(try await bench.run(line).answer?.suggestions == suggestions)
    }

    @Test func `suggests nothing for more words than anybody misspells`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let words = Array(repeating: "qqq", count: 12).joined(separator: " ")
        #expect(try await bench.run("search lodnon \(words)").answer?.suggestions == [])
    }

    @Test(arguments: [
        ("search country:uk", ["country:GB"]), ("list towns country:\"united kingdom\"", ["country:GB"]),
        ("search country:\"great britain\" london", ["country:GB london"]), ("search country:france", ["country:FR"]),
        ("search country:ger", ["ger"]), ("search country:georgia", ["georgia"]), ("search country:kin", ["kin"]),
        ("search paris country:uk", []), ("search country:London", ["London"]),
    ])
    func `suggests the value whose records have the typed name in their subtitles or keywords`(
        line: String, queries: [String]
    ) async throws {
        let bench = try Bench()
        func towns(_ titles: [String], _ code: String, _ name: String, _ keywords: [String] = []) -> [Record] {
            titles.map {
                Record(
                    key: $0, title: $0, subtitle: name, fields: [.init("country", .text(code))], keywords: keywords)
            }
        }
        let records: [[Record]] = [
            towns(["London", "Leeds", "Bath"], "GB", "United Kingdom", ["UK", "Great Britain"]),
            towns(["Paris", "Lyon", "Fort-de-France"], "FR", "France"), towns(["Gera", "Bonn"], "DE", "Germany"),
            towns(["Batumi", "Tbilisi"], "GE", "Georgia"), towns(["Atlanta", "Macon"], "US", "USA", ["Georgia"]),
            towns(["Kiev"], "UA", "Ukraine"),
        ]
        try await bench.hold(records.flatMap(\.self), in: "towns")
        let answer = try #require(try await bench.run(line).answer)
        #expect(answer.suggestions == queries)
    }

    @Test(arguments: [
        ("search country:Frnace", ["country:France"]), ("search paris country:franc", ["paris country:France"]),
        ("search country:XB", []), ("search country:XAB", []), ("search country:gaul", ["gaul"]),
        ("search paris country:\"united kingdom\"", []), ("search london -country:gaul", []),
        ("search country:nowhere", []), ("list towns country:Frnace", ["country:France"]),
        ("list towns height:>790", []), ("list towns country:7..90", []), ("search country:790", []),
    ])
    func `suggests the nearest value of a column unless it is just another code, or the value as a word`(
        line: String, queries: [String]
    ) async throws {
        let bench = try Bench()
        let country = { (code: String) in [Record.Field("country", .text(code))] }
        try await bench.hold(
            [
                Record(key: "1", title: "Paris 790", subtitle: "Gaul", fields: country("France")),
                Record(key: "2", title: "London", subtitle: "United Kingdom", fields: country("GB")),
                Record(key: "3", title: "Elsewhere", fields: country("XA")),
            ], in: "towns")
        let answer = try #require(try await bench.run(line).answer)
        #expect(answer.suggestions == queries)
    }

    @Test(arguments: [
        ("search \"paris kingdom\"", []), ("search \"london kingdom\"", ["london kingdom"]),
        ("list towns \"london kingdom\"", ["london kingdom"]), ("search london kingdom", []),
        ("search \"united kingdom\"", []),
    ])
    func `says that the words of a phrase are found one by one`(line: String, phrases: [String]) async throws {
        let bench = try Bench()
        try await bench.hold([Record(key: "2", title: "London", subtitle: "United Kingdom")], in: "towns")
        let answer = try #require(try await bench.run(line).answer)
        #expect(
            answer.notes
                == phrases.map {
                    "no record has the phrase “\($0)”, but some have its words; try it without the quotes"
                })
    }

    @Test(arguments: [
        ("search country:high", ["country:\"Risk 1 (High)\""]),
        ("search london country:MEDIUM", ["london country:\"Risk 2 (Medium)\""]),
        ("list towns country:\"3 low\"", ["country:\"Risk 3 (Low)\""]),
        ("search london country:high", []), ("search country:risk", ["risk"]),
    ])
    func `suggests the values of a column that contain the typed one, unless there are many`(
        line: String, queries: [String]
    ) async throws {
        let bench = try Bench()
        let records = [
            ("Paris", "Risk 1 (High)"), ("London", "Risk 2 (Medium)"), ("Rome", "Risk 3 (Low)"), ("Bern", "No risk"),
        ].map { title, country in
            Record(key: title, title: title, subtitle: "risk report", fields: [.init("country", .text(country))])
        }
        try await bench.hold(records, in: "towns")
        let answer = try #require(try await bench.run(line).answer)
        #expect(answer.suggestions == queries)
    }

    @Test(arguments: [
        ("list peaks height:2000-2200", ["“height” is a column of numbers; for a range, use height:2000..2200"]),
        (
            "search source:peaks height:2000–2200",
            ["“height” is a column of numbers; for a range, use height:2000..2200"]
        ),
        ("count height:0.5-2200", ["“height” is a column of numbers; for a range, use height:0.5..2200"]),
        ("search height:2000..2200", []), ("search height:2200-2000", []), ("search height:\"2000-2200\"", []),
        ("search country:500-600", []), ("search -height:2000-2200 country:GB", []),
    ])
    func `explains how to write a range if one with a hyphen finds nothing`(
        line: String, notes: [String]
    ) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run(line).queryNotes == notes)
    }

    @Test(arguments: [
        (
            "search title:london",
            "“title:” refers only to the column “title” of works; for all sources, leave out “title:” (matches in titles "
                + "come first anyway)"
        ),
        (
            "list towns title:london",
            "“title:” is not a filter for towns, only for works, which has a column “title”; leave out “title:” (matches in "
                + "titles come first anyway)"
        ),
        (
            "search latitude:>80 source:towns source:peaks",
            "“latitude:” is not a filter for the searched sources, only for works, which has a column “latitude”; use "
                + "“near:LATITUDE,LONGITUDE,DISTANCE” or “sql SELECT * FROM records WHERE latitude …”"
        ),
        ("list works title:london", nil), ("search height:>5", nil),
        ("list works height:>5", "works has no column “height”; towns has one"),
        ("list towns sort:latitude", "towns has no column “latitude”; works has one"),
    ])
    func `explains a filter by a part of every record that is a column of another source`(
        line: String, note: String?
    ) async throws {
        let bench = try Bench(sources: ["towns", "peaks", "works"])
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run(line).queryNotes == [note].compactMap(\.self))
    }

    @Test func `shows the alternative title that a record was found by`() async throws {
        let bench = try Bench()
        let rome = Record(
            key: "1", title: "Roma", alternativeTitles: ["Rome", "Urbs Aeterna"], subtitle: "Italy",
            coordinate: Coordinate(latitude: 41.89, longitude: 12.48), prominence: 6)
        try await bench.hold([rome, Record(key: "2", title: "Rome", subtitle: "United States")], in: "towns")
        func lines(_ line: String, _ format: OutputFormat) async throws -> [String] {
            Answers.text(try await bench.run(line), format).split(separator: "\n").map(String.init)
        }
        #expect(try await lines("search rome", .table)[1].contains("Roma (Rome)  Italy"))
        #expect(try await lines("search rome", .table)[2].contains("Rome         United States"))
        #expect(try await lines("search roma", .table)[1].contains("Roma   Italy"))
        #expect(try await lines("search aeterna", .list)[0] == "1. Roma (Urbs Aeterna)")
        #expect(try await lines("show towns:1", .list).contains { $0.contains("also called  Rome; Urbs Aeterna") })
        let json = try JSONValue(parsing: Answers.text(try await bench.run("search rome"), .json))
        let records = try #require(json["records"]?.arrayValue)
        #expect(records[0]["title"]?.stringValue == "Roma" && records[0]["matched_title"]?.stringValue == "Rome")
        #expect(records[0]["alternative_titles"] == .array([.string("Rome"), .string("Urbs Aeterna")]))
        #expect(records[1]["matched_title"] == .null && records[1]["alternative_titles"] == .array([]))
        #expect(try await lines("search rome --columns title,matched_title", .tsv)[1] == "Roma\tRome")
        #expect(
            try await lines("explain rome --columns why", .tsv)[1]
                == "the title equals the query (as “Rome”)")
        let explained = try await lines("explain rome", .ndjson).map { try JSONValue(parsing: $0)["why"]?.stringValue }
        #expect(explained == ["the title equals the query (as “Rome”)", "the title equals the query"])
        let document = try JSONValue(parsing: try await lines("explain rome", .json)[0])
        #expect(document["records"]?.arrayValue?.map { $0["why"]?.stringValue } == explained)
        #expect(
            try await bench.run("near rome 5km").answer?.notes.first == "within 5km of Roma (Rome), Italy (towns:1)")
        #expect(try await bench.run("search rmoe").answer?.suggestions == ["Rome"])
        _ = try await bench.run("favorite towns:1")
        #expect(try await lines("favorites rome", .table)[1].contains("Roma (Rome)"))
    }

    @Test(arguments: [
        ("search são", ["São Paulo", "Grão São"]), ("search sao", ["Sao Tome", "São Paulo", "Grão São"]),
        ("search \"são paulo\"", ["São Paulo"]), ("search sao -são", ["Sao Tome"]),
        ("search são OR tome", ["São Paulo", "Sao Tome", "Grão São"]), ("search sa\u{303}o p", ["São Paulo"]),
        ("list towns grão", ["Grão São"]), ("near são 1km source:towns", ["São Paulo"]),
        ("near sao 1km source:towns", ["Sao Tome"]), ("favorites são", ["São Paulo"]),
        ("favorites café", ["São Paulo"]), ("favorites càfe", []), ("explain são", ["São Paulo", "Grão São"]),
    ])
    func `strict accents match only themselves`(line: String, titles: [String]) async throws {
        let bench = try Bench()
        try await bench.hold(
            [
                Record(
                    key: "1", title: "São Paulo", coordinate: Coordinate(latitude: -23.5, longitude: -46.6),
                    prominence: 3),
                Record(
                    key: "2", title: "Sao Tome", coordinate: Coordinate(latitude: 0.3, longitude: 6.7), prominence: 5),
                Record(key: "3", title: "Grão São"),
            ], in: "towns")
        _ = try await bench.run("favorite towns:1 --note Café")
        _ = try await bench.run("set accents strict")
        #expect(Set(try await bench.run(line).titles) == Set(titles))
    }

    @Test func `reports that there are more results than the limit`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let few = try await bench.run("search lon --limit 2")
        #expect(few.answer?.isTruncated == true)
        let all = try await bench.run("search lon --limit 4")
        #expect(all.answer?.isTruncated == false)
    }

    @Test func `uses the limit from the settings`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("set limit 1")
        #expect(try await bench.run("search lon").titles.count == 1)
        #expect(try await bench.run("search lon --limit 3").titles.count == 3)
    }

    @Test(arguments: ["search", "search ''", "search '  '", "search --favorites", "search is:favorite"])
    func `a blank query finds the favorites`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:4")
        let output = try await bench.run(line)
        #expect(output.titles == ["Paris"])
        #expect(output.status == .done)
    }

    @Test(arguments: [("search", 3), ("search --limit 2", 2), ("search is:favorite", 1), ("search --favorites", 1)])
    func `only a blank query finds all favorites, whatever the limit`(line: String, count: Int) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite towns:1 towns:2 towns:4")
        _ = try await bench.run("set limit 1")
        #expect(try await bench.run(line).titles.count == count)
    }

    @Test(arguments: [
        ("search source:towns", ["London", "Paris", "Londrina", "East London"]),
        ("search --source towns", ["London", "Paris", "Londrina", "East London"]),
        ("search sort:-title --limit 3", ["Paris", "Mont Blanc", "Lonely Peak"]),
        ("search has:height", ["Lonely Peak"]),
        ("search has:country --limit 3", ["London", "Paris", "Mont Blanc"]),
        ("search has:country --limit 2", ["London", "Mont Blanc"]),
        ("search -source:towns", ["Mont Blanc", "Lonely Peak"]),
        ("explain source:peaks", ["Mont Blanc", "Lonely Peak"]),
        ("search source:towns is:favorite", []),
        ("search source:peaks is:favorite", ["Mont Blanc"]),
        ("search --favorites --source peaks", ["Mont Blanc"]),
        ("list towns sort:-title", ["Paris", "Londrina", "London", "East London"]),
        ("list towns sort:title --limit 2", ["East London", "London"]),
        ("list peaks sort:height", ["Lonely Peak", "Mont Blanc"]),
        ("list towns source:peaks", []),
    ])
    func `a query of conditions or an order needs no words`(line: String, titles: [String]) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        _ = try await bench.run("favorite peaks:b")
        let output = try await bench.run(line)
        #expect(output.titles == titles)
        #expect(output.status == .done)
    }

    @Test(arguments: ["search or", "search or --favorites", "list towns or", "search or paris", "search paris or"])
    func `“or” without words on both sides is a word like any other`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run(line).status == .done)
    }

    @Test func `only a query for favorites is flagged as a list of favorites`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        for line in ["search", "search is:favorite", "favorites", "explain"] {
            #expect(try await bench.run(line).answer?.isOfFavorites == true, "\(line)")
        }
        for line in ["search source:towns", "search sort:title", "list towns", "search --source towns"] {
            #expect(try await bench.run(line).answer?.isOfFavorites != true, "\(line)")
        }
        _ = try await bench.run("set cache off")
        try await bench.hold(.towns, in: "towns", age: 1_000_000)
        #expect(try await bench.run("search source:towns").status == .failed)
        #expect(try await bench.run("search").status == .done)
    }

    @Test func `searches only the favorites`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        for address in ["towns:2", "towns:4", "peaks:a"] { _ = try await bench.run("favorite \(address)") }
        #expect(try await bench.run("search lon --favorites").titles == ["Londrina", "Lonely Peak"])
    }

    @Test(arguments: [
        ("search lon --source tows", "unknown source “tows”; did you mean “towns”?"),
        ("search lon --source volcanoes", "unknown source “volcanoes”; use one of peaks, towns"),
        ("search source:volcanoes", "unknown source “volcanoes”; use one of peaks, towns"),
        ("search is:red", "“is:” takes favorite or stale, not “red”"),
    ])
    func `an unknown source or qualifier value is a usage error`(line: String, message: String) async throws {
        let error = try await Bench().error(of: line)
        #expect(error == CommandError(code: "usage", message: message, status: .usage))
    }

    @Test(arguments: ["search --sources towns", "search lon --limit 0", "search --unknown", "search lon --limit"])
    func `an unknown option or an invalid value is a usage error`(line: String) async throws {
        #expect(try await Bench().error(of: line)?.status == .usage)
    }

    @Test(arguments: [
        "search o'fallon", "search c++ c#", "search ★ ☃", "search :::", "search a:b:c", "search -x", "search \\",
    ])
    func `any text is a valid query`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.run(line).status == .done)
    }

    @Test(arguments: [
        ("search lon --limit 2", "search lon --limit 4"),
        ("find \"east lon\" lon --limit 2", "search \"east lon\" lon --limit 4"),
        (
            "search country:\"South Africa\" 'a\\b' --limit 900000",
            "search country:\"South Africa\" \"a\\\\b\" --limit 1000000"
        ),
        ("search lon --source towns --limit 1", "search lon --source towns --limit 2"),
        ("search --favorites --limit 1", "search --favorites --limit 2"),
        ("search -- --lon --limit", "search \"--lon\" \"--limit\" --limit 100"),
    ])
    func `the hint for more results can be typed as shown`(line: String, hint: String) async throws {
        let bench = try Bench()
        guard let report = try await bench.run(line).body as? RecordsReport else {
            Issue.record("another answer was expected")
            return
        }
        #expect(report.more == hint)
    }

    @Test func `shows no hint at the maximum limit`() async throws {
        guard let report = try await Bench().run("search lon --limit all").body as? RecordsReport else {
            Issue.record("another answer was expected")
            return
        }
        #expect(report.more == nil)
    }

    @Test func `a one-shot argument with a space is a phrase`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(try await bench.runOneShot(["search", "london east"]).titles == [])
        #expect(try await bench.runOneShot(["search", "london", "east"]).titles == ["East London"])
    }
}
