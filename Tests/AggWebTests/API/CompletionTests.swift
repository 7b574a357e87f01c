import AggSource
import Foundation
import Testing

import AggWeb

/// `/api/complete`, which suggests the next words of a query.
@Suite struct CompletionTests {
    @Test func `completes columns and their values`() async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/api/complete?q=lon+coun").body == "{\"start\":4,\"candidates\":[\"country:\"]}\n")
            #expect(
                try visit.get("/api/complete?q=lon+country:g").body == "{\"start\":4,\"candidates\":[\"country:GB\"]}\n"
            )
            // JavaScript counts an emoji as two.
            #expect(
                try visit.get("/api/complete?q=%F0%9F%98%80+coun").body
                    == "{\"start\":3,\"candidates\":[\"country:\"]}\n")
        }
    }

    @Test(arguments: ["x+%3E+/", "x+%3E%3E+~/.", "x+;+read+/etc/", "x+;+ref", "x+--lim", "x+%7C+/bin/"])
    func `completes no file, command, or option`(query: String) async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/api/complete?q=\(query)").body.hasSuffix("\"candidates\":[]}\n"))
        }
    }

    @Test func `columns and qualifiers come before the many titles that start like them`() async throws {
        let towns = (1...60).map { Record(key: "\($0)", title: "Country Town \($0)") }
        try await Site(towns + towns.map { Record(key: "s\($0.key)", title: "So\($0.key)") }).serving { visit throws in
            func candidates(_ query: String) throws -> [String] {
                let body = try visit.get("/api/complete?q=\(query)").body
                let document = try JSONValue(parsing: body.trimmingCharacters(in: .newlines))
                return document["candidates"]?.arrayValue?.compactMap(\.stringValue) ?? []
            }
            let found = try candidates("countr")
            #expect(found.first == "country:" && found.count == 20)
            #expect(Set(found).count == 20 && found[1].hasPrefix("Country"))
            #expect(try candidates("so").prefix(2).contains("sort:"))
        }
    }
}
