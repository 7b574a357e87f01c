import AggSource
import Foundation
import Glibc
import TestSupport
import Testing

extension AcceptanceTests {
    /// `agg mcp`: an assistant talks to the built program over standard input and output.
    struct AssistantTests {
        private static let endless =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

        private func call(_ id: Int64, _ tool: String, _ arguments: JSONValue, meta: JSONValue? = nil) -> String {
            var parameters: JSONObject = ["name": .string(tool), "arguments": arguments]
            if let meta { parameters["_meta"] = meta }
            let request: JSONValue = [
                "jsonrpc": "2.0", "id": .integer(id), "method": "tools/call", "params": .object(parameters),
            ]
            return request.text
        }

        /// The responses to some lines, by id.
        private func answers(_ agg: Agg, _ lines: String..., options: [String] = []) async throws -> [Int: JSONValue] {
            let result = try await agg.run(
                arguments: ["mcp"] + options, input: lines.map { $0 + "\n" }.joined())
            #expect(result.status == 0)
            let messages = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            for message in messages { #expect(message["jsonrpc"] == "2.0") }
            return Dictionary(
                messages.compactMap { message in message["id"]?.intValue.map { ($0, message) } },
                uniquingKeysWith: { first, _ in first })
        }

        @Test func `an assistant with the older protocol searches`() async throws {
            let answers = try await answers(
                Agg(),
                #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
                #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#, call(3, "search", ["query": "london"]),
                call(4, "list", ["source": "cities"]), call(5, "show", ["address": "cities:0"]),
                call(6, "sql", ["statement": "SELECT 'x' AS source FROM cities LIMIT 1"]), call(7, "sources", .null))
            #expect(answers[1]?["result"]?["protocolVersion"] == "2025-06-18")
            #expect(answers[2]?["result"]?["tools"]?.arrayValue?.count == 7)
            let found = try #require(answers[3]?["result"]?["structuredContent"])
            #expect(found["rows"]?.arrayValue?.first?["title"] == "London")
            #expect(found["stale"] == false && found["age_s"] == .null)
            #expect(found["reason"]?.stringValue?.contains("starter sample only") == true)
            #expect(found["sources"]?.arrayValue?.first?["id"] == "cities")
            #expect(answers[4]?["result"]?["structuredContent"]?["rows"]?.arrayValue?.count == 20)
            #expect(answers[5]?["result"]?["isError"] == true)
            let selected = answers[6]?["result"]?["structuredContent"]
            #expect(selected?["rows"] == [["source": "x"]])
            #expect(selected?["sources"]?.arrayValue?.map { $0["id"] } == ["cities"])
            #expect(answers[7]?["result"]?["structuredContent"]?["rows"]?.arrayValue?.isEmpty == false)
        }

        @Test(arguments: ["postgresql://127.0.0.1:1/agg", "/dev/null/agg"])
        func `an assistant is told why the store cannot be used`(store: String) async throws {
            let initialize = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#
            let result = try await Agg(server: store).run("mcp", input: initialize + "\n")
            #expect(result.status == 1)
            let answer = try result.json
            #expect(answer["id"] == 1 && answer["error"]?["code"] == -32_603)
            let reason = try #require(answer["error"]?["message"]?.stringValue)
            #expect(result.errors == "agg: \(reason)\n", "\(reason)")
        }

        @Test(.timeLimit(.minutes(1))) func `a call is answered while the input stays open`() async throws {
            let agg = try Agg()
            let process = Process()
            process.executableURL = URL(filePath: builtProgram("agg"))
            process.arguments = ["mcp"]
            process.environment = agg.environment
            let (input, output) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (input, output)
            let received = AsyncStream<Data>.makeStream()
            output.fileHandleForReading.readabilityHandler = { received.continuation.yield($0.availableData) }
            let ended = AsyncStream<Void>.makeStream()
            process.terminationHandler = { _ in ended.continuation.finish() }
            try process.run()
            defer { kill(process.processIdentifier, SIGKILL) }
            try input.fileHandleForWriting.write(contentsOf: Data((call(1, "search", ["query": "london"]) + "\n").utf8))
            var answer = Data()
            for await piece in received.stream {
                answer += piece
                if answer.last == UInt8(ascii: "\n") { break }
            }
            output.fileHandleForReading.readabilityHandler = nil
            #expect(try JSONValue(parsing: String(decoding: answer, as: UTF8.self))["id"] == 1)
            try input.fileHandleForWriting.close()
            for await _ in ended.stream {}
            #expect(process.terminationStatus == 0)
        }

        /// What ends a server.
        enum Ending: CaseIterable {
            case terminate, interrupt, endOfInput
        }

        // After 1,000 calls without a response, agg reads no more requests.
        @Test(.timeLimit(.minutes(5)), arguments: Ending.allCases, [Int64(400), 1_200])
        func `ends although an assistant reads no response`(ending: Ending, count: Int64) async throws {
            let agg = try Agg()
            let unread = UnreadPipe()
            let errors = agg.folder.path("errors")
            #expect(FileManager.default.createFile(atPath: errors, contents: nil))
            let process = Process()
            process.executableURL = URL(filePath: builtProgram("agg"))
            process.arguments = ["mcp"]
            process.environment = agg.environment
            let input = Pipe()
            process.standardInput = input
            process.standardOutput = unread.output
            process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
            let ended = AsyncStream<Void>.makeStream()
            process.terminationHandler = { _ in ended.continuation.finish() }
            try process.run()
            defer { kill(process.processIdentifier, SIGKILL) }
            let calls = (1...count).map { call($0, "search", ["query": "london"]) + "\n" }.joined()
            try input.fileHandleForWriting.write(contentsOf: Data(calls.utf8))
            try await unread.waitUntilFull()
            switch ending {
            case .terminate: kill(process.processIdentifier, SIGTERM)
            case .interrupt: kill(process.processIdentifier, SIGINT)
            case .endOfInput: try input.fileHandleForWriting.close()
            }
            for await _ in ended.stream {}
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == (ending == .endOfInput ? 0 : 130))
            let said = try String(contentsOfFile: errors, encoding: .utf8)
            #expect(said.contains("dropped the remaining responses") == (ending == .endOfInput), "\(said)")
        }

        @Test func `an assistant with the newer protocol discovers and searches`() async throws {
            let meta: JSONValue = [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": [:],
            ]
            let discover: JSONValue = [
                "jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": ["_meta": meta],
            ]
            let answers = try await answers(Agg(), discover.text, call(2, "facet", ["column": "borough"], meta: meta))
            #expect(answers[1]?["result"]?["supportedVersions"] == ["2026-07-28"])
            for id in 1...2 {
                let result = try #require(answers[id]?["result"])
                #expect(result["resultType"] == "complete")
                #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "agg")
            }
            #expect(answers[2]?["result"]?["structuredContent"]?["rows"]?.arrayValue?.isEmpty == false)
        }

        @Test func `an answer names the sources that could not be loaded`() async throws {
            let agg = try Agg()
            try agg.configure([
                "cities": "url: \"\(try agg.file("cities.json", CityList.sample))\"",
                "town-news": "kind: feed, url: \"\(try agg.file("feed.xml", "no feed"))\"",
            ])
            #expect(try await agg.run("refresh").status == 6)
            let answers = try await answers(agg, call(1, "search", ["query": "london"]))
            let found = try #require(answers[1]?["result"]?["structuredContent"])
            #expect(found["reason"] == .null)
            let sources = try #require(found["sources"]?.arrayValue)
            #expect(sources.map { $0["id"] } == ["cities", "town-news"])
            #expect(sources.last?["records"] == 0 && sources.last?["reason"]?.stringValue?.isEmpty == false)
        }

        @Test func `a canceled statement is interrupted and gets no response`() async throws {
            let agg = try Agg()
            // Otherwise, the time limit would end the statement.
            #expect(try await agg.run("set", "--keep", "timeout", "1h").status == 0)
            let answers = try await answers(
                agg, call(1, "sql", ["statement": .string(Self.endless)]),
                #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
                call(2, "sql", ["statement": "SELECT 1 AS n"]))
            #expect(answers[1] == nil)
            #expect(answers[2]?["result"]?["structuredContent"]?["rows"] == [["n": 1]])
        }

        @Test func `a refresh must be allowed and reports its progress`() async throws {
            let agg = try Agg()
            let list = try agg.file(
                "cities.json", #"[{"id":"1","name":"Here","country":"DE","lat":"1.5","lng":"2.5"}]"#)
            try agg.configure(cities: list)
            let refresh = call(1, "refresh", ["ids": ["cities"]], meta: ["progressToken": "p"])
            let refused = try await answers(agg, refresh)
            #expect(refused[1]?["error"]?["code"] == -32_602)
            let result = try await agg.run("mcp", "--allow-refresh", input: refresh + "\n")
            let messages = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            let steps = messages.filter { $0["method"] == "notifications/progress" }.map { $0["params"] ?? .null }
            #expect(steps.count >= 2 && steps.allSatisfy { $0["progressToken"] == "p" })
            let numbers = steps.compactMap { $0["progress"]?.intValue }
            #expect(numbers == Set(numbers).sorted())
            let content = try #require(messages.last?["result"]?["structuredContent"])
            #expect(content["rows"]?.arrayValue?.first?["outcome"]?.stringValue != nil)
        }

        @Test func `mcp is refused in a script`() async throws {
            let result = try await Agg().run(input: "mcp\n")
            #expect(result.status == 2 && result.errors.contains("only from the command line"))
        }
    }
}
