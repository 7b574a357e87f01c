import AggCommands
import AggWeb
import Testing

@Suite struct WebServerTests {
    @Test func `says that the chosen port is in use`() async throws {
        let site = try await Site()
        try await site.serving { visit throws in
            do throws(CommandError) {
                _ = try WebServer(ServeRequest(port: Int(visit.port)), context: site.context) { "" }
                Issue.record("two servers listen on port \(visit.port)")
            } catch {
                #expect(
                    error.message == "cannot listen on 127.0.0.1, port \(visit.port): Address already in use; "
                        + "choose another port with --port")
            }
        }
    }
}
