import AggSource
import Testing

@testable import TableSource

struct LinkDetectionTests {
    @Test func `the link is the page that people read`() async throws {
        let rows = (1...4).map {
            #"{"id":\#($0),"url":"https://api.x.org/\#($0)","flag_png":"https://x.org/\#($0).png","html_url":"https://x.org/\#($0)"}"#
        }
        let roles = try await finding(in: "[" + rows.joined(separator: ",") + "]").settings.roles
        #expect(roles.link == "html_url")
    }
}
