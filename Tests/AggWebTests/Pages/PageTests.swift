import AggCommands
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggWeb

@Suite struct PageTests {
    @Test func `a search shows rows, conditions, facets, and pictures`() async throws {
        try await Site().serving { visit throws in
            let page = try visit.get("/?q=lon+country:GB").body
            #expect(page.contains("<title>lon country:GB – agg</title>"))
            #expect(page.contains("href=\"/record?address=towns:1\""))
            #expect(page.contains("Londonderry") && !page.contains("Canada"))
            #expect(page.contains("title=\"Remove country:GB\""))
            #expect(page.contains("src=\"/map.svg?q=lon%20country:GB\""))
            #expect(page.hasSuffix("</body></html>\n"))
            #expect(page.contains("<p id=\"failure\" class=\"failure\" role=\"alert\"></p>"))
            // Without a script, the page is forms and links; the stars share one.
            #expect(page.contains("<form id=\"stars\" method=\"post\" action=\"/favorite\">"))
            #expect(page.contains("<form class=\"search\" action=\"/\" method=\"get\""))
        }
    }

    @Test func `a facet adds a condition to the query`() async throws {
        try await Site().serving { visit throws in
            let facets = try visit.get("/parts/facets?q=lon").body
            #expect(
                facets.contains(
                    "href=\"/?q=lon%20country:GB\" data-term=\"country:GB\">GB</a> <span class=\"number\">2</span>"))
        }
    }

    @Test func `an empty query shows the favorites`() async throws {
        let site = try await Site()
        try await site.serving { visit throws in
            let empty = try visit.get("/").body
            #expect(empty.contains("Type a few letters") && empty.contains("data-points=\"/points?q=is:favorite\""))
            #expect(empty.contains("data-term=\"source:towns\">towns</a> <span class=\"number\">4</span>"))
            let form = "star=add+towns:4&return=/?q=par"
            let added = try visit.get("/favorite", method: "POST", body: form)
            #expect(added.headers["location"] == "/?q=par")
            #expect(try visit.get("/").body.contains("Your favorites"))
            #expect(try visit.get("/?q=paris").body.contains("aria-pressed=\"true\""))
            _ = try visit.get("/favorite", method: "POST", body: "address=towns:4&action=remove")
            #expect(try visit.get("/?q=paris").body.contains("aria-pressed=\"false\""))
        }
    }

    @Test func `the page of a record has its fields, link, and notes`() async throws {
        try await Site().serving { visit throws in
            let form = "address=towns:1&action=edit&tags=work,+big+city&note=Rainy+%26+grey"
            _ = try visit.get("/favorite", method: "POST", body: form)
            let page = try visit.get("/record?address=towns:1").body
            #expect(page.contains("<a href=\"https://example.org/london\" rel=\"noopener noreferrer\""))
            #expect(page.contains("value=\"work, big city\"") || page.contains("value=\"big city, work\""))
            #expect(page.contains("Rainy &amp; grey"))
            #expect(page.contains(">country</th><td>GB</td>"))
            let long = "address=towns:1&action=edit&tags=work&note=one%0D%0Atwo%09three"
            _ = try visit.get("/favorite", method: "POST", body: long)
            #expect(try visit.get("/record?address=towns:1").body.contains(">\none\ntwo\tthree</textarea>"))
            _ = try visit.get("/favorite", method: "POST", body: "address=towns:1&action=edit&tags=work&note=")
            let edited = try visit.get("/record?address=towns:1").body
            #expect(edited.contains("value=\"work\"") && !edited.contains("Rainy"))
            #expect(try visit.get("/record?address=towns:99").status == 404)
        }
    }

    @Test func `saving a note keeps tags with commas and a line break at the start of the note`() async throws {
        let site = try await Site()
        try await site.serving { visit throws in
            let address = "address=towns:1&action="
            _ = try visit.get("/favorite", method: "POST", body: address + "add")
            let london = try #require(RecordAddress("towns:1"))
            _ = await site.users.editFavorite(london, FavoriteEdit(addedTags: ["work", "eat, drink", "c"]))
            let form = address + "edit&tags=work,+eat,+drink,+c,+new&note=%0D%0Afirst"
            _ = try visit.get("/favorite", method: "POST", body: form)
            #expect(await site.users.favorites().first?.tags == ["work", "eat, drink", "c", "new"])
            // Browsers ignore a line break at the start of a text field.
            #expect(try visit.get("/record?address=towns:1").body.contains(">\n\nfirst</textarea>"))
            _ = try visit.get("/favorite", method: "POST", body: address + "edit&tags=work,+drink,+c&note=")
            #expect(await site.users.favorites().first?.tags == ["work", "c", "drink"])
        }
    }

    @Test func `the star works for a key with an invisible character`() async throws {
        let site = try await Site([Record(key: "a\u{200E}b", title: "Odd")])
        try await site.serving { visit throws in
            for page in ["/?q=odd", "/record?address=towns:a%E2%80%8Eb"] {
                let star = try #require(try visit.get(page).body.firstMatch(of: /name="star" value="([^"]+)"/)).1
                let form = "star=" + PercentText.encoded(String(star))
                #expect(try visit.get("/favorite", method: "POST", body: form).status == 303)
            }
        }
        // It was added and then removed.
        #expect(await site.users.favorites().isEmpty)
    }

    @Test func `the page of a favorite says that its source no longer has it`() async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/favorite", method: "POST", body: "star=add+towns:1").status == 303)
            #expect(try !visit.get("/record?address=towns:1").body.contains("no longer"))
            _ = try visit.get("/refresh", ["Accept": "application/x-ndjson"], method: "POST", body: "source=towns")
            let page = try visit.get("/record?address=towns:1").body
            #expect(page.contains("<p class=\"absence\">no longer in its source</p>") && page.contains("London"))
        }
    }

    @Test func `a refresh reports its progress, or returns to the page of its form`() async throws {
        let site = try await Site()
        try await site.serving { visit throws in
            let streamed = try visit.get(
                "/refresh", ["Accept": "application/x-ndjson"], method: "POST", body: "source=towns")
            let lines = streamed.body.split(separator: "\n")
            #expect(lines.count > 1)
            #expect(lines.last?.contains("\"outcomes\"") == true)
            let form = try visit.get("/refresh", method: "POST", body: "source=towns&return=/?q=york")
            #expect(form.status == 303 && form.headers["location"] == "/?q=york")
            let unknown = try visit.get("/refresh", method: "POST", body: "source=nowhere")
            #expect(unknown.status == 400 && unknown.body.contains("unknown source “nowhere”"))
            let disabled = try visit.get("/refresh", method: "POST", body: "source=closed")
            #expect(disabled.status == 400 && disabled.body.contains("source “closed” is disabled"))
        }
    }

    @Test func `with the cache off, pages and feeds say why they have no rows`() async throws {
        let site = try await Site()
        let failure = LoadFailure(.http(status: 503), at: Date())
        await site.store.noteFailure(failure, of: try #require(SourceID("towns")), over: nil)
        site.context.session.settings.usesCache = false
        try await site.serving { visit throws in
            let results = try visit.get("/parts/results?q=lon").body
            #expect(results.contains("<h1 class=\"count\">The search failed</h1>"), "\(results)")
            #expect(results.contains("because the cache is off") && !results.contains("No matches."), "\(results)")
            let feed = try visit.get("/feed.atom?q=lon")
            #expect(feed.status == 503 && feed.body.contains("because the cache is off"), "\(feed.body)")
            let record = try visit.get("/record?address=towns:1")
            #expect(record.status == 503 && !record.body.contains("No such record"), "\(record.body)")
            #expect(try !visit.get("/").body.contains("The search failed"))
        }
    }

    @Test(arguments: [
        ("towns:99", 404, "Not Found", "no such record: towns:99; its source does not contain it."),
        ("x", 400, "Invalid address", "“x” is not a record address such as cities:2643743."),
    ])
    func `the page of no record says why`(address: String, status: Int, heading: String, text: String) async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get("/record?address=\(address)")
            #expect(answer.status == status)
            #expect(answer.body.contains("<h1>\(heading)</h1><p>\(text)</p>"), "\(answer.body)")
        }
    }

    @Test func `the help shows queries for the search box, with links`() async throws {
        try await Site().serving { visit throws in
            let page = try visit.get("/help").body
            #expect(page.contains("<a href=\"/?q=san%20jo\"><code>san jo</code></a>"))
            for example in QueryElement.all.flatMap(\.examples) {
                #expect(page.contains("<a href=\"/?q=\(PercentText.encoded(example.searchQuery))\">"))
            }
            for text in [">search ", ">list ", "“search”", "shell", "prompt"] {
                #expect(!page.contains(text), "\(text)")
            }
        }
    }

    @Test func `a feed lists what matches a query`() async throws {
        try await Site().serving { visit throws in
            let feed = try visit.get("/feed.atom?q=lon")
            #expect(feed.headers["content-type"] == "application/atom+xml; charset=utf-8")
            _ = try visit.get("/refresh", ["Accept": "application/x-ndjson"], method: "POST", body: "source=towns")
            #expect(
                try visit.get("/feed.atom?q=bath").body.contains("<entry><title>Bath</title><id>urn:agg:towns:7</id>"))
            let bath = try visit.get("/feed.atom?q=bath")
            #expect(!bath.body.contains("York"))
            // An entry without a link must have content.
            #expect(bath.body.contains("<content>United Kingdom</content>"))
            let tag = try #require(bath.headers["etag"])
            let again = try visit.get("/feed.atom?q=bath", ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            let address = "/feed.atom?q=lon&token="
            #expect(try visit.get(address + Site.token, ["Authorization": ""]).status == 200)
            #expect(try visit.get(address + visit.firstToken, ["Authorization": ""]).status == 401)
            #expect(feed.body.contains("<feed xmlns=\"http://www.w3.org/2005/Atom\">"))
        }
    }

    @Test func `a feed contains no character that XML does not allow`() async throws {
        let http = StubHTTPClient(["/towns": [.text("7|Ba\u{FFFE}th|United\u{FFFF} Kingdom|GB\n8|York|UK|GB\n")]])
        try await Site(http: http).serving { visit throws in
            _ = try visit.get("/refresh", ["Accept": "application/x-ndjson"], method: "POST", body: "source=towns")
            let feed = try visit.get("/feed.atom?q=country:GB+OR+%EF%BF%BF%EF%BF%BE").body
            #expect(feed.contains("<entry><title>Ba\u{FFFD}th</title>"))
            #expect(!feed.unicodeScalars.contains { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" })
        }
    }

    @Test func `a feed lists a new record even if a thousand others match`() async throws {
        let old = (1...1_100).map { number in
            Record(
                key: "old\(number)", title: "Aa \(number)", subtitle: "United Kingdom",
                fields: [.init("country", .text("GB"))])
        }
        let lines = old.map { "\($0.key)|\($0.title)|United Kingdom|GB\n" }.joined()
        let http = StubHTTPClient(["/towns": [.text(lines + "8|York|United Kingdom|GB\n")]])
        try await Site(old, http: http).serving { visit throws in
            _ = try visit.get("/refresh", ["Accept": "application/x-ndjson"], method: "POST", body: "source=towns")
            let feed = try visit.get("/feed.atom?q=country:GB").body
            #expect(feed.ranges(of: "<entry>").count == 1)
            #expect(feed.contains("<entry><title>York</title>"))
        }
    }

    @Test func `the map gets the query without its place, to search near another one`() async throws {
        try await Site().serving { visit throws in
            let query = PercentText.encoded("\"new  york\" NEAR:\"41.88N 87.63W 500 ft\" 'near:x y' near:1,2,3km lon")
            for page in ["/", "/parts/facets"] {
                let body = try visit.get("\(page)?q=\(query)").body
                #expect(body.contains("data-query=\"&quot;new  york&quot; &quot;near:x y&quot; lon\""))
            }
        }
    }

    @Test func `the map gets the places of all records in eight bytes each`() async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get("/points?q=lon")
            #expect(answer.headers["content-length"] == "16")
            let tag = try #require(answer.headers["etag"])
            #expect(try visit.get("/points?q=lon", ["If-None-Match": tag]).status == 304)
        }
    }
}
