import AggCore
import AggSource
import AggStorage
import Testing

@testable import AggCommands
@testable import AggMCP

/// The reason in a result, which explains why rows are stale.
@Suite struct ToolAnswerTests {
    private func content(_ sources: SourceStatus...) throws -> JSONObject {
        var output = CommandOutput(SourcesReport(sources))
        output.command = "sources"
        return try #require(ToolAnswer(output).content)
    }

    private func status(
        _ id: String, phase: SourceStatus.Phase = .loaded, origin: Origin? = nil, isStale: Bool = false,
        reason: String? = nil
    ) throws -> SourceStatus {
        SourceStatus(
            id: try #require(SourceID(id)), kind: "town", phase: phase, origin: origin, isStale: isStale,
            reason: reason,
            isServed: phase == .loaded)
    }

    private var disabled: SourceStatus {
        get throws { try status("feed", phase: .disabled, reason: "disabled; run “source enable feed” to enable it") }
    }

    @Test func `a disabled source is not the reason for anything`() throws {
        let fresh = try status("towns", origin: .remote)
        let content = try content(fresh, try disabled)
        #expect(content["stale"] == false && content["reason"] == .null)
        #expect(content["sources"]?.arrayValue?.last?["reason"]?.stringValue?.hasPrefix("disabled") == true)
    }

    @Test func `the reason is that of a stale source, or else that of a sample`() throws {
        let stale = try status("towns", origin: .remote, isStale: true, reason: "offline")
        let sample = try status("a", origin: .starter)
        #expect(try content(try disabled, sample, stale)["reason"] == "offline")
        let text = "starter sample only; refresh to fetch the full data"
        #expect(try content(try disabled, sample)["reason"] == .string(text))
    }

    @Test func `the reason is a sample even after a refresh has failed`() throws {
        let sample = try status("towns", origin: .starter, reason: "offline (cannot resolve example.org)")
        let reason = "starter sample only: offline (cannot resolve example.org); refresh to fetch the full data"
        let content = try content(sample)
        #expect(content["stale"] == false && content["reason"] == .string(reason))
        #expect(content["sources"]?.arrayValue?.first?["reason"] == .string(reason))
        let withheld = try status("towns", phase: .error, origin: .starter, reason: "the cache is off")
        #expect(try self.content(withheld)["reason"] == "the cache is off")
    }
}
