import AggSearch
import AggSource
import Foundation
import Testing

extension AcceptanceTests {
    /// The examples of the query language, each run on the starter samples and checked.
    struct QueryExampleTests {
        /// The condition that the records of each example must meet.
        private static let checks: [String: @Sendable ([JSONValue]) -> Bool] = [
            "search san jo": { $0.first?.text("title").hasPrefix("San Jo") == true },
            "search \"high school\" -academy source:nyc-schools": { records in
                records.count > 5
                    && records.allSatisfy {
                        $0.text.lowercased().contains("high school") && !$0.text("title").contains("Academy")
                    }
            },
            "search tokyo OR kyoto source:cities": {
                Set($0.map { $0.text("title") }).isSuperset(of: ["Tokyo", "Kyoto"])
            },
            "search san source:cities -country:US": { records in
                !records.isEmpty && records.allSatisfy { $0["fields"]?["country"] != "US" }
            },
            "search (\"new york\" OR san) -(country:US OR country:MX)": { records in
                !records.isEmpty
                    && records.allSatisfy { !["US", "MX"].contains($0["fields"]?["country"]?.stringValue) }
            },
            "list nyc-schools sort:borough,-total_students": { records in
                let bronx = records.prefix { $0["fields"]?["borough"] == "Bronx" }.map { $0.number("total_students") }
                return bronx.count > 2 && bronx == bronx.sorted(by: >)
            },
            "list nyc-schools borough:\"Staten Island\"": { records in
                !records.isEmpty && records.allSatisfy { $0["fields"]?["borough"] == "Staten Island" }
            },
            "list github topics:compiler": { records in
                !records.isEmpty
                    && records.allSatisfy { $0["fields"]?["topics"]?.arrayValue?.contains("compiler") == true }
            },
            "list nyc-schools borough:!=Queens": { records in
                records.allSatisfy { $0["fields"]?["borough"]?.stringValue != "Queens" }
            },
            "list github stars:>=200000": { records in
                !records.isEmpty && records.allSatisfy { $0.number("stars") >= 200_000 }
            },
            "list github created:<2010": { records in
                !records.isEmpty
                    && records.allSatisfy { $0["fields"]?["created"]?.stringValue ?? "9" < "2010" }
            },
            "list nyc-schools total_students:500..600": { records in
                !records.isEmpty && records.allSatisfy { (500...600).contains($0.number("total_students")) }
            },
            "search pizza source:chicago-inspections": { records in
                !records.isEmpty
                    && records.allSatisfy {
                        $0["source"] == "chicago-inspections" && $0.text.lowercased().contains("pizza")
                    }
            },
            "search is:favorite": { $0.map { $0.text("address") } == ["cities:2643743"] },
            "search academy has:graduation_rate": { records in
                !records.isEmpty && records.allSatisfy { $0.number("graduation_rate") > 0 }
            },
            "search tag:lunch": { $0.map { $0.text("address") } == ["cities:2643743"] },
            "search date:2013-03-01..2013-03-05": { records in
                !records.isEmpty
                    && records.allSatisfy { ("2013-03-01"..."2013-03-05").contains($0.text("date").prefix(10)) }
            },
            "search near:40.75,-73.99,2km": { records in
                let distances = records.map { $0["distance_km"]?.doubleValue ?? 99 }
                return distances.count > 1 && distances == distances.sorted() && distances.allSatisfy { $0 <= 2 }
            },
            "search near:\"40.75N 73.99W 1 mi\"": { records in
                let distances = records.map { $0["distance_km"]?.doubleValue ?? 99 }
                return distances.count > 1 && distances == distances.sorted() && distances.allSatisfy { $0 <= 1.61 }
            },
            "list github sort:-stars": { records in
                let stars = records.map { $0.number("stars") }
                return stars.count > 5 && stars == stars.sorted(by: >)
            },
            "search source:nyc-schools sort:total_students": { records in
                let sizes = records.map { $0.number("total_students") }
                return sizes.count > 5 && sizes == sizes.sorted()
            },
        ]

        @Test func `every example of the query language finds what it describes`() async throws {
            let agg = try Agg()
            #expect(try await agg.run("--offline", "favorite", "cities:2643743", "--tag", "lunch").status == 0)
            let examples = QueryElement.all.flatMap(\.examples)
            #expect(Set(examples.map(\.line)) == Set(Self.checks.keys))
            for example in examples {
                for line in Set([example.line, "search \(example.searchQuery)"]) {
                    let result = try await agg.run("--offline", "--quiet", "--json", "-c", line)
                    #expect(result.status == 0, "\(line): \(result.errors)")
                    let records = try result.json["records"]?.arrayValue ?? []
                    #expect(Self.checks[example.line]?(records) == true, "\(line): \(records.map { $0.text("title") })")
                    #expect(try result.json["notes"] == nil, "\(line)")
                }
            }
        }

        @Test func `help, the manual, and the reference cover every part of the query language`() async throws {
            let agg = try Agg()
            let help = try await agg.run("help", "query")
            let manual = try await agg.run("--generate", "man-query")
            let reference = try await agg.run("--generate", "reference")
            for element in QueryElement.all {
                #expect(help.output.contains("  \(element.form)  "), "\(element.form)")
                #expect(help.output.contains(element.summary))
                #expect(reference.output.contains("| `\(element.form)` | \(element.summary) |"))
                for example in element.examples {
                    #expect(help.output.contains(example.line) && reference.output.contains("`\(example.line)`"))
                    #expect(manual.output.contains(example.line.replacing("-", with: "\\-")))
                }
            }
            #expect(manual.status == 0 && manual.output.hasPrefix(".TH AGG\\-QUERY 1 "))
        }
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) -> String { self[name]?.stringValue ?? "" }
    fileprivate func number(_ column: String) -> Double { self["fields"]?[column]?.doubleValue ?? -1 }
}
