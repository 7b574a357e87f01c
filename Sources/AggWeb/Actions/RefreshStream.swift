import AggCommands
import AggCore
import AggSource

/// A refresh requested by the page, and its progress: one JSON document per line, followed by its result.
struct RefreshStream: Sendable {
    /// The sources to refresh.
    let ids: [String]
    private let pulse: Duration
    private let lines: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    /// Creates the refresh of some sources.
    ///
    /// `pulse` is the time between the lines that show that the refresh is still running, such as one that waits for a
    /// rate limit.
    init(_ ids: [String], pulse: Duration) {
        self.ids = ids
        self.pulse = pulse
        (lines, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(32))
    }

    /// Refreshes the sources, even if nobody reads the progress.
    ///
    /// - Returns: The result.
    func run(with backend: Backend) async -> String {
        let words = [Word("refresh"), Word("--")] + ids.map { Word($0) }
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while (try? await Task.sleep(for: pulse)) != nil {
                    continuation.yield("{\"event\":\"waiting\"}\n")
                }
            }
            let result: String
            do throws(CommandError) {
                let output = try await backend.run(words) { event in
                    if let line = Self.line(of: event) { continuation.yield(line) }
                }
                result = Renderer.render(output, Presentation(format: .json))
            } catch {
                result = Renderer.render(error, asJSON: true)
            }
            group.cancelAll()
            return result
        }
    }

    /// Ends the progress with a result.
    func finish(with result: String) {
        continuation.yield(result)
        continuation.finish()
    }

    /// Writes the progress and the result; the refresh continues if the client leaves.
    func write(to body: BodyWriter) async throws {
        for await line in lines { try await body.write(line) }
    }

    private static func line(of event: RefreshEvent) -> String? {
        switch event {
        case .progressed(let id, let progress):
            let document: JSONValue = [
                "event": "progress", "source": .string(id.description), "text": .string(progress.text),
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
}
