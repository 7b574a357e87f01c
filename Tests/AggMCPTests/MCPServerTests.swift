import AggCommands
import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import Testing

@testable import AggMCP

/// A whole server without sources: batches, and what tools tell assistants.
@Suite struct MCPServerTests {
    /// A statement that ends only when it is canceled.
    private struct EndlessSQL: SQLReader {
        /// Ends when a statement begins, and when one was canceled.
        let began = AsyncStream.makeStream(of: Void.self)
        let ended = AsyncStream.makeStream(of: Void.self)

        func query(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer {
            began.continuation.finish()
            try? await Task.sleep(for: .seconds(3_600))
            ended.continuation.finish()
            throw .cancelled
        }
    }

    private func server(_ channel: MCPServer.Channel, sql: (any SQLReader)? = nil) throws -> MCPServer {
        let registry = try SourceRegistry(kinds: [], entries: [])
        let aggregator = Aggregator(
            registry: registry, store: InMemoryRecordStore(), users: InMemoryUserStore(),
            services: SourceServices(http: StubHTTPClient([:]), clock: WallClock { .now }))
        var context = CommandContext(aggregator: aggregator, session: Session(), commands: .builtIn)
        context.sql = sql
        return MCPServer(context: context, version: "1", allowsRefresh: false, channel: channel)
    }

    /// Returns the lines that a server sends for the given ones.
    private func lines(_ input: String...) async throws -> [JSONValue] {
        let rest = Mutex(input[...])
        let sent = Mutex<[String]>([])
        let server = try server(
            MCPServer.Channel {
                rest.withLock { $0.popFirst() }.map { .line($0) } ?? .end
            } send: { line in
                sent.withLock { $0.append(line) }
                return true
            })
        #expect(server.context.isServed)
        await server.run()
        return try sent.withLock(\.self).map { try JSONValue(parsing: $0) }
    }

    private func initialize(_ version: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(version)"}}"#
    }

    private func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    @Test func `a batch is answered by one array`() async throws {
        let note = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        let ping = #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#
        let lines = try await lines(
            initialize("2025-03-26"), "[\(ping),\(note),\(call(8, "sources", "{}")),{}]", "[1,2]", "[\(note)]", "[]")
        #expect(lines.count == 4)
        let byID = lines.dropFirst().map { $0.arrayValue?.map { $0["id"] } }
        // The batch with a call is answered when the call has ended.
        #expect(Set(byID.compactMap { $0?.count }) == [2, 3])
        #expect(byID.contains { Set($0 ?? []) == [7, 8, .null] })
        #expect(byID.contains { $0 == [.null, .null] })
        #expect(lines.contains { $0["error"]?["message"] == "the batch is empty" })
    }

    @Test(arguments: ["2024-11-05", "2025-06-18", "2025-11-25"])
    func `other versions have no batches`(version: String) async throws {
        let lines = try await lines(initialize(version), #"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#)
        #expect(lines.count == 2)
        #expect(lines[1]["id"] == .null && lines[1]["error"]?["code"] == -32_600)
    }

    @Test func `the list of tools has one page, so every cursor is unknown`() async throws {
        let lines = try await lines(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":null}}"#)
        #expect(lines.first?["error"]?["code"] == -32_602)
        #expect(lines.last?["result"]?["tools"]?.arrayValue?.isEmpty == false)
    }

    @Test(arguments: [
        ("facet", #"{"column":""}"#), ("facet", #"{"column":"colour"}"#), ("show", #"{"address":"3"}"#),
        ("show", #"{"address":"x"}"#), ("list", #"{"source":"nothing"}"#), ("near", #"{"place":"9"}"#),
        ("near", #"{"place":""}"#),
    ])
    func `an error is a sentence without command syntax`(tool: String, arguments: String) async throws {
        let line = try #require(try await lines(call(1, tool, arguments)).first)
        #expect(line["result"]?["isError"] == true)
        let text = try #require(line["result"]?["content"]?.arrayValue?.first?["text"]?.stringValue)
        #expect(!text.contains("usage") && !text.contains("row number") && !text.contains("--"), "\(text)")
        #expect(!text.contains("schema") && !text.contains("argument"), "\(text)")
    }

    @Test func `an error about a column names the tool that lists the columns`() async throws {
        let line = try #require(try await lines(call(1, "facet", #"{"column":"colour"}"#)).first)
        let text = line["result"]?["content"]?.arrayValue?.first?["text"]
        #expect(text == "unknown column “colour”; “sources” lists the columns")
    }

    @Test(.timeLimit(.minutes(5)))
    func `a client that has read a response can use its id again`() async throws {
        let line = call(7, "sources", "{}")
        let (responses, sent) = AsyncStream.makeStream(of: String.self)
        let texts = Mutex<[String]>([])
        let begun = Mutex(0)
        let server = try server(
            MCPServer.Channel {
                let number = begun.withLock { begun in
                    begun += 1
                    return begun
                }
                // Each call but the first is sent after the response to the one before it.
                var iterator = responses.makeAsyncIterator()
                if number > 1, await iterator.next() == nil { return .end }
                return number > 50 ? .end : .line(line)
            } send: { text in
                texts.withLock { $0.append(text) }
                sent.yield(text)
                return true
            })
        await server.run()
        let answers = try texts.withLock(\.self).map { try JSONValue(parsing: $0) }
        #expect(answers.count == 50)
        #expect(answers.allSatisfy { $0["id"] == 7 && $0["result"] != nil }, "\(answers)")
    }

    @Test(.timeLimit(.minutes(5)))
    func `the end of the server cancels its calls, even if its reader is late to notice`() async throws {
        let sql = EndlessSQL()
        let input = Mutex([call(1, "sql", #"{"statement":"SELECT 1"}"#)])
        let server = try server(
            MCPServer.Channel {
                if let line = input.withLock({ $0.popLast() }) { return .line(line) }
                // Waits in a task of its own, which nobody cancels.
                await Task { for await _ in sql.ended.stream {} }.value
                return .end
            } send: { _ in
                true
            }, sql: sql)
        let running = Task { await server.run() }
        for await _ in sql.began.stream {}
        running.cancel()
        await running.value
    }
}
