import AggCommands
import AggSource
import Foundation
import Testing

@testable import AggWeb

/// The API description.
@Suite struct OpenAPITests {
    @Test func `describes every resource`() async throws {
        try await Site().serving { visit throws in
            let document = try JSONValue(
                parsing: try visit.get("/api/openapi.json").body.trimmingCharacters(in: .newlines))
            #expect(document["openapi"]?.stringValue == "3.1.0")
            let paths = try #require(document["paths"]?.objectValue).members
            #expect(paths.map(\.name).contains("/api/search"))
            #expect(paths.count == APICommand.all(of: .builtIn).count + 1)
            for path in paths {
                let names = (path.value["get"]?["parameters"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
                #expect(!names.isEmpty && Set(names).count == names.count, "\(path.name)")
                #expect(!names.contains("svg") && !names.contains("force"), "\(path.name)")
            }
        }
    }

    @Test func `the description matches the responses`() async throws {
        let values = [
            "address": "towns:1", "by": "country", "column": "country", "place": "51.5,-0.1", "source": "towns",
            "radius": "20km", "since": "1d", "command": "search", "view": "towns", "limit": "1",
        ]
        let queries = ["favorites": "", "count": "by+country"]
        try await Site().serving { visit throws in
            func parse(_ text: String) throws -> JSONValue {
                try JSONValue(parsing: text.trimmingCharacters(in: .newlines))
            }
            let document = try parse(try visit.get("/api/openapi.json").body)
            let envelope = document["components"]?["schemas"]?["Envelope"]
            for path in try #require(document["paths"]?.objectValue).members {
                // This site has no SQL, and the feed is not a command.
                if ["/api/sql", "/feed.atom"].contains(path.name) { continue }
                let operation = try #require(path.value["get"])
                let parameters = operation["parameters"]?.arrayValue ?? []
                func value(_ parameter: JSONValue) -> String {
                    let name = parameter["name"]?.stringValue ?? ""
                    if let choice = parameter["schema"]?["enum"]?.arrayValue?.first?.stringValue {
                        return "\(name)=\(choice)"
                    }
                    if name == "q" { return "q=" + (queries[operation["operationId"]?.stringValue ?? ""] ?? "lon") }
                    return "\(name)=\(parameter["schema"]?["type"] == "boolean" ? "1" : values[name] ?? "")"
                }
                let required = parameters.filter { $0["required"] == true }.map(value)
                let formats = parameters.last?["schema"]?["enum"]?.arrayValue?.compactMap(\.stringValue) ?? []
                for format in formats {
                    let target = path.name + "?" + (required + ["format=" + format]).joined(separator: "&")
                    let answer = try visit.get(target)
                    #expect(answer.status == 200, "\(target): \(answer.body)")
                    let type = answer.headers["content-type"] ?? ""
                    #expect(operation["responses"]?["200"]?["content"]?[type] != nil, "\(target): \(type)")
                    #expect((answer.headers["etag"] != nil) == (operation["responses"]?["304"] != nil), "\(target)")
                    guard format == "json" else { continue }
                    let body = try parse(answer.body)
                    for name in envelope?["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
                        #expect(body[name] != nil, "\(target): \(name)")
                    }
                }
                // The columns differ, a pivot needs two, and the towns have no dates to list them by.
                let skipped: Set<JSONValue?> = ["by", "columns", "pivot", "step"]
                for parameter in parameters.dropLast()
                where parameter["required"] != true && !skipped.contains(parameter["name"]) {
                    let target = path.name + "?" + (required + [value(parameter)]).joined(separator: "&")
                    let answer = try visit.get(target)
                    #expect(answer.status == 200, "\(target): \(answer.body)")
                }
            }
        }
    }

    @Test func `describes parameters and responses in sentences`() async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get("/api/openapi.json")
            let tag = try #require(answer.headers["etag"])
            #expect(try visit.get("/api/openapi.json", ["If-None-Match": tag]).status == 304)
            let document = try JSONValue(parsing: answer.body.trimmingCharacters(in: .newlines))
            let schemes = document["components"]?["securitySchemes"]
            #expect(schemes?["session"]?["name"]?.stringValue == "agg_\(visit.port)")
            for path in try #require(document["paths"]?.objectValue).members {
                let operation = try #require(path.value["get"])
                for parameter in operation["parameters"]?.arrayValue ?? [] {
                    let text = parameter["description"]?.stringValue ?? ""
                    #expect(text.contains(" "), "\(path.name): \(text)")
                    // A program has neither a prompt, a shell, nor tables.
                    let isForPrompt = ["prompt", "'*'", "in table"].contains { text.contains($0) }
                    #expect(!isForPrompt, "\(path.name): \(text)")
                }
                #expect(operation["responses"]?["405"] != nil && operation["responses"]?["401"] != nil)
                #expect((operation["responses"]?["504"] != nil) == (path.name == "/api/sql"))
            }
            let feed = document["paths"]?["/feed.atom"]?["get"]?["responses"]
            for status in ["400", "401", "403", "405", "default"] {
                #expect(feed?[status]?["content"]?["text/plain; charset=utf-8"] != nil, "\(status)")
            }
            let search = document["paths"]?["/api/search"]?["get"]?["parameters"]?.arrayValue ?? []
            #expect(search.first { $0["name"] == "source" }?["schema"]?["type"] == "array")
            #expect(search.first { $0["name"] == "q" }?["schema"]?["type"] == "string")
        }
    }
}
