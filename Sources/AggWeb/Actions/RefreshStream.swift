import AggCommands
import AggCore
import AggSource

/// Writes the progress of a refresh, one JSON document per line, followed by its result.
struct RefreshStream: Sendable {
    let backend: Backend
    let ids: [String]
    /// The time between the lines that show that the refresh is still running, such as one that waits for a rate limit.
    var pulse = Duration.seconds(10)

    /// Refreshes the sources and writes their progress.
    func write(to body: BodyWriter) async throws {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(32))
        let words = [Word("refresh"), Word("--")] + ids.map { Word($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let text: String
                do throws(CommandError) {
                    let output = try await backend.run(words) { event in
                        if let line = Self.line(of: event) { continuation.yield(line) }
                    }
                    text = Renderer.render(output, Presentation(format: .json))
                } catch {
                    text = Renderer.render(error, asJSON: true)
                }
                continuation.yield(text)
                continuation.finish()
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: pulse)
                    continuation.yield("{\"event\":\"waiting\"}\n")
                }
            }
            for await line in lines { try await body.write(line) }
            group.cancelAll()
        }
    }

    private static func line(of event: RefreshEvent) -> String? {
        switch event {
        case .progressed(let id, let progress):
            let document: JSONValue = [
                "event": "progress", "source": .string(id.description), "text": .string(text(of: progress)),
            ]
            return document.text + "\n"
        case .finished(let outcome):
            let document: JSONValue = [
                "event": "finished", "source": .string(outcome.source.description),
                "text": .string(outcome.result.rawValue),
            ]
            return document.text + "\n"
        case .changed, .inspected: return nil
        }
    }

    /// Describes a step of a refresh in a few words.
    private static func text(of progress: LoadProgress) -> String {
        switch progress {
        case .bytes(let received, _): ByteCount.text(received)
        case .records(let count): "\(count) records"
        case .waiting(let reason, let seconds): "\(reason), \(seconds) s"
        case .committing: "storing"
        }
    }
}
