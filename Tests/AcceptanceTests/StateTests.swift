import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A source at the prompt: from loading to error or loaded, and back to loading.
    struct StateTests {
        private static let rss = "<rss><channel><item><title>Bridge opens</title></item></channel></rss>"

        /// How the server answers; a request waits until the test decides.
        private enum Answer {
            case wait, fail, succeed
        }

        @Test func `goes through every state and shows each one`() async throws {
            let answer = Changing(Answer.wait)
            let server = try await LoopbackServer.start { _ in
                answer.wait { $0 != .wait }
                return answer.value == .fail ? LoopbackResponse(status: 404) : LoopbackResponse(Self.rss)
            }
            let agg = try Agg()
            try agg.configure(["news": "kind: feed, url: \"\(server.url("/feed"))\""])
            let terminal = try agg.session()
            func expectState(_ state: String) async throws {
                try await terminal.waitForPrompt()
                try terminal.type("sources --format csv\r")
                try await terminal.wait(for: "news,feed,\(state)")
            }
            try await expectState("loading")
            answer.value = .fail
            try await terminal.wait(for: "HTTP 404")
            try await expectState("error")
            answer.value = .succeed
            try await terminal.waitForPrompt()
            try terminal.type("refresh news\r")
            try await terminal.wait(for: "updated")
            try await expectState("loaded")
            try await terminal.waitForPrompt()
            try terminal.type("refresh news\r")
            try await terminal.wait(for: "unchanged")
            answer.value = .fail
            try await terminal.waitForPrompt()
            try terminal.type("refresh news\r")
            try await terminal.wait(for: "stale")
            try await expectState("loaded")
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            await server.stop()
        }
    }
}
