import AggSource
import Foundation
import Testing

extension AcceptanceTests {
    /// The query language, near, and suggestions, tested with the built program on the starter samples.
    struct QueryTests {
        private func titles(_ words: String...) async throws -> [String] {
            let result = try await Agg().run(
                arguments: ["--offline", "--quiet", "--format", "tsv"] + words + ["--columns", "title"])
            #expect(result.status == 0, "\(result.errors)")
            return result.output.split(separator: "\n").dropFirst().map(String.init)
        }

        @Test func `filters, negations, OR, and sort orders work together`() async throws {
            #expect(try await titles("search", "london", "country:GB", "source:cities").contains("London"))
            let elsewhere = try await Agg().run(
                "--offline", "--quiet", "--format", "tsv", "search", "london", "-country:GB", "source:cities",
                "--columns",
                "country,title", "--no-header")
            #expect(elsewhere.status == 0 && elsewhere.output.contains("\tLondon"))
            #expect(elsewhere.output.split(separator: "\n").allSatisfy { !$0.hasPrefix("GB\t") })
            let both = try await titles("search", "london", "OR", "paris", "source:cities", "--limit", "9")
            #expect(both.contains("London") && both.contains("Paris"))
            let sorted = try await titles("list", "cities", "country:FR", "sort:-title")
            #expect(sorted.count > 2)
            #expect(sorted.first != sorted.sorted().first)
        }

        @Test(arguments: [
            (["list", "github", "sort:-stars"], "stars"), (["list", "cities", "sort:-title"], "title"),
            (["list", "nyc-schools", "sort:-total_students"], "total_students"),
            (["search", "source:github", "sort:-forks"], "forks"), (["search", "sort:-date"], "date"),
        ])
        func `a query with only a sort order sorts the results`(words: [String], column: String) async throws {
            let result = try await Agg().run(
                arguments: ["--offline", "--quiet", "--format", "tsv"] + words + ["--columns", column, "--limit", "9"])
            #expect(result.status == 0, "\(result.errors)")
            let values = result.output.split(separator: "\n").dropFirst().map(String.init)
            #expect(values.count == 9)
            #expect(values == values.sorted { $0.compare($1, options: .numeric) == .orderedDescending })
        }

        @Test(arguments: ["source:feed", "has:date", "date:>2000", "-source:cities", "has:stars", "country:FR"])
        func `a query with only filters finds records`(word: String) async throws {
            #expect(try await !titles("search", word, "--limit", "3").isEmpty)
        }

        @Test(arguments: [
            "search san", "search san sort:title", "search source:cities", "search has:date", "list cities",
            "list nyc-schools academy", "list nyc-schools --by date high", "near Paris 400km source:cities",
            "near Paris 400km city", "facet country", "facet country san", "count by country", "favorites",
            "explain san",
            "changes", "sql SELECT title FROM cities",
        ])
        func `a limit of all omits nothing`(line: String) async throws {
            let agg = try Agg()
            let few = try await agg.run("--offline", "--quiet", "--format", "tsv", "-c", "\(line) --limit 1000000")
            let all = try await agg.run("--offline", "--quiet", "--format", "tsv", "-c", "\(line) --limit all")
            #expect(all.status == few.status && all.output == few.output, "\(all.errors)")
            let json = try await agg.run("--offline", "--quiet", "--json", "-c", "\(line) --limit all")
            if json.status == 0 { #expect(try json.json["truncated"] == false) }
        }

        @Test func `near lists the nearest first, with distances`() async throws {
            let result = try await Agg().run(
                "--offline", "--quiet", "--json", "near", "Paris", "400km", "source:cities", "--limit", "5")
            let document = try #require(
                JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            let records = try #require(document["records"] as? [[String: Any]])
            #expect(records.first?["title"] as? String == "Paris")
            let distances = records.compactMap { $0["distance_km"] as? Double }
            #expect(distances.count == records.count && distances == distances.sorted() && distances.count > 1)
            #expect((document["notes"] as? [String])?.first?.hasPrefix("within 400km of Paris, France") == true)
        }

        @Test func `an invalid filter value is a usage error that names the column`() async throws {
            let result = try await Agg().run("--offline", "--quiet", "search", "london", "date:soon")
            #expect(result.status == 2)
            #expect(result.errors.contains("“date:” takes a date such as 2024-01"))
        }

        @Test func `suggests similar titles if nothing matches, unless that is turned off`() async throws {
            let agg = try Agg()
            let suggested = try await agg.run("--offline", "--quiet", "search", "lodnon")
            #expect(suggested.output.contains("No matches.\nDid you mean “London”"))
            let off = try await agg.run("--offline", "--quiet", "-c", "set suggest off; search lodnon")
            #expect(!off.output.contains("Did you mean"))
            let found = try await agg.run("--offline", "--quiet", "search", "london")
            #expect(!found.output.contains("Did you mean"))
        }

        @Test func `if accents are strict, é matches only itself in words, places, and suggestions`() async throws {
            let agg = try Agg()
            func titles(_ commands: String) async throws -> [String] {
                let result = try await agg.run(
                    "--offline", "--quiet", "--format", "tsv", "-c",
                    "set accents strict; \(commands) --columns title")
                #expect(result.status == 0, "\(result.errors)")
                return result.output.split(separator: "\n").map(String.init).filter { $0.contains("Paulo") }
            }
            #expect(try await titles("search são source:cities").first == "São Paulo")
            #expect(try await titles("search sao source:cities").first == "São Paulo")
            #expect(try await titles("search sáo source:cities").isEmpty)
            #expect(try await titles("search \"são paulo\"").first == "São Paulo")
            #expect(try await titles("search paulo -são source:cities").isEmpty)
            #expect(try await titles("near \"são paulo\" 1km").first == "São Paulo")
            let explained = try await agg.run("--offline", "--quiet", "-c", "set accents strict; explain são")
            #expect(
                explained.output.contains(
                    "accent matching is strict: a letter typed with an accent matches only itself"))
            let suggested = try await agg.run("--offline", "--quiet", "-c", "set accents strict; search Lóndno")
            #expect(suggested.output.contains("Did you mean “London”"))
        }

        @Test func `a sort by a column of one source puts its records first, and the others after them`() async throws {
            let agg = try Agg()
            func answer(_ limit: String) async throws -> (sources: [String], isTruncated: Bool?) {
                let result = try await agg.run(
                    "--offline", "--quiet", "--json", "search", "sort:-stars", "--limit", limit)
                let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                let records = try #require(document?["records"] as? [[String: Any]])
                return (records.compactMap { $0["source"] as? String }, document?["truncated"] as? Bool)
            }
            let top = try await answer("3")
            #expect(top.sources == ["github", "github", "github"] && top.isTruncated == true)
            let all = try await answer("all").sources
            #expect(Set(all).count == 5 && all.prefix { $0 == "github" }.count == all.count { $0 == "github" })
        }

        @Test func `an unknown column is read as a word, and the nearest column is suggested`() async throws {
            let result = try await Agg().run("--offline", "--quiet", "search", "paris", "contry:FR")
            #expect(result.status == 0)
            #expect(result.output.contains("did you mean “country:”?"))
        }

        @Test func `a mistyped column is reported in every format`() async throws {
            let note = "no source has a column “nosuch”, so the term was treated as ordinary words"
            let agg = try Agg()
            for line in ["search nosuch:5", "list cities nosuch:5", "facet country nosuch:5", "map nosuch:5"] {
                #expect(try await agg.run("--offline", "-c", line).output.contains(note), "\(line)")
                let json = try await agg.run("--offline", "--json", "-c", line)
                #expect(try json.json["notes"]?.arrayValue?.contains(.string(note)) == true, "\(line)")
                let csv = try await agg.run("--offline", "--format", "csv", "-c", line)
                #expect(csv.status == 0 && csv.errors.contains("agg: \(note)\n"), "\(line)")
                #expect(!csv.output.contains("nosuch"))
                let quiet = try await agg.run("--offline", "--quiet", "--format", "csv", "-c", line)
                #expect(!quiet.errors.contains("nosuch"))
            }
        }

        @Test(arguments: [
            (["list", "nyc-schools", "sat_math_avg_score:>650", "sort:-sat_math_avg_score"], "Stuyvesant High School"),
            (["list", "nyc-schools", "sort:-sat_math_avg_score"], "Stuyvesant High School"),
            (
                ["list", "nyc-schools", "zip:>11690", "sort:zip"],
                "Queens High School for Information, Research, and Technology"
            ),
            (
                ["list", "nyc-schools", "zip:11690..", "borough:Queens"],
                "Queens High School for Information, Research, and Technology"
            ),
        ])
        func `numbers compare as numbers, even if written as text`(words: [String], first: String) async throws {
            let agg = try Agg()
            let result = try await agg.run(
                arguments: ["--offline", "--quiet", "--format", "tsv"] + words + ["--columns", "title"])
            #expect(result.output.split(separator: "\n").dropFirst().first.map(String.init) == first)
        }

        @Test func `missing numbers sort last, with the reason in a separate column`() async throws {
            let result = try await Agg().run(
                "--offline", "--quiet", "--format", "csv", "list", "nyc-schools", "sort:-sat_math_avg_score", "--limit",
                "100", "--columns", "sat_math_avg_score,sat_note")
            let rows = result.output.split(separator: "\r\n").dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            let numbers = rows.prefix { !$0[0].isEmpty }.compactMap { Int($0[0]) }
            #expect(numbers.count > 40 && numbers == numbers.sorted(by: >))
            #expect(
                rows.dropFirst(numbers.count).allSatisfy {
                    $0[0].isEmpty && ["suppressed", "not reported"].contains($0[1])
                })
            #expect(rows.count > numbers.count)
        }

        @Test func `reports a comparison that text does not support`() async throws {
            let agg = try Agg()
            let empty = try await agg.run("--offline", "--quiet", "list", "github", "language:>5")
            #expect(empty.status == 0)
            #expect(empty.output.contains("language is text; “>” works only with numbers and dates"))
            let fault = try await agg.run("--offline", "--quiet", "list", "github", "language:>swift")
            #expect(fault.status == 0)
            #expect(fault.output.contains("No matches.\n"))
            #expect(fault.output.contains("language is text; “>” works only with numbers and dates"))
            let none = try await agg.run("--offline", "--quiet", "list", "nyc-schools", "zip:>99999")
            #expect(none.output.contains("No matches.") && !none.output.contains("is text"))
        }

        @Test func `explain shows how a query is read and why each record matches`() async throws {
            let result = try await Agg().run(
                "--offline", "--quiet", "explain", "lond", "country:GB", "-east", "sort:title")
            for text in [
                "word: “lond”", "filter: country = “gb”", "filter: not the word “east”", "order: title",
                "variants: “lond”", "title-prefix", "the title begins with the query",
            ] {
                #expect(result.output.contains(text), "\(text)")
            }
        }
    }
}
