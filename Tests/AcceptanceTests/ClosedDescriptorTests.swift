import TestSupport
import Testing

extension AcceptanceTests {
    /// Starts without one of the standard streams, as some supervisors start programs.
    struct ClosedDescriptorTests {
        @Test(arguments: [
            ("<&-", "", Int32(0)), ("<&- 2>&-", "", 0), ("2>&-", "-c 'search london --limit 1'", 0),
            ("2>&-", "refresh cities", 5), (">&-", "--quiet search london --limit 1", 1),
        ])
        func `ends as usual without a standard stream`(closed: String, words: String, status: Int32) async throws {
            let agg = try Agg(configuration: "sources: [{id: cities, url: \"http://127.0.0.1:9/\"}]")
            let result = try await agg.shell("timeout 60 '\(builtProgram("agg"))' --offline \(words) \(closed)")
            #expect(result.status == status, "\(result.output) \(result.errors)")
        }
    }
}
