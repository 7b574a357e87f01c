import AggCore
import Foundation
import Glibc
import TestSupport
import Testing

extension AcceptanceTests {
    /// What is at the other end of a pipe and does nothing keeps nobody from ending the program.
    struct StalledOutputTests {
        private let agg: Agg

        init() async throws {
            agg = try Agg()
            let list = (1...20_000).map { number in
                #"{"_id":\#(number),"country":"GB","name":"Place \#(number)","coord":{"lon":1,"lat":1}}"#
            }
            let url = try agg.file("cities.json", "[\(list.joined(separator: ","))]")
            try agg.configure(["cities": "url: \"\(url.absoluteString)\""], network: "{max_body: 10MB}")
            #expect(try await agg.run("refresh", "cities").status == 0)
        }

        @Test func `a configuration in a pipe that nobody writes to is a fault`() async throws {
            let pipe = agg.folder.path("pipe.yml")
            #expect(mkfifo(pipe, 0o600) == 0)
            let run = try await agg.run("--config", pipe, "sources")
            #expect(run.status == 2)
            #expect(run.errors.contains("is a pipe that nobody writes to"))
        }
    }
}
