import AggCommands
import AggCore
import AggSource
import AggStorage
import Synchronization
import TestSupport
import Testing

@testable import AggWeb

/// Long lists, which are read at the speed of the client.
@Suite struct StreamedBodyTests {
    /// Counts the records that have been read, out of many.
    private final class Reading: Sendable {
        static let all = 20_000
        let count = Mutex(0)

        func output() throws -> CommandOutput {
            let stream = RecordStream { body throws(StoreError) in
                for number in 0..<Self.all {
                    self.count.withLock { $0 += 1 }
                    guard body(Record(key: "\(number)", title: "Town \(number)")) else { return }
                }
            }
            var output = CommandOutput(RecordsReport(RecordsAnswer(rows: [], sources: []), query: nil, more: nil))
            output.rows = RowStream(stream, of: try #require(SourceID("towns")), favorites: [], limit: Self.all)
            return output
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [OutputFormat.csv, .ndjson])
    func `reads only as much as the client receives`(format: OutputFormat) async throws {
        let reading = Reading()
        let (pieces, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await StreamedBody.write(
                try reading.output(), as: format,
                to: BodyWriter { _ in
                    continuation.yield()
                    // The client receives nothing more.
                    try await Task.sleep(for: .seconds(3_600))
                })
        }
        _ = await pieces.first { true }
        #expect(reading.count.withLock(\.self) < Reading.all / 10)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(reading.count.withLock(\.self) < Reading.all / 5)
    }

    @Test func `only a few lists are streamed at once, and others as soon as one has ended`() {
        let limit = StreamLimit()
        var places = Array(sequence(state: limit) { $0.place() })
        #expect(places.count == 8 && limit.place() == nil)
        places.removeLast()
        #expect(limit.place() != nil)
    }

    @Test func `writes every row`() async throws {
        let text = Mutex("")
        let sizes = Mutex<[Int]>([])
        try await StreamedBody.write(
            try Reading().output(), as: .csv,
            to: BodyWriter { bytes in
                sizes.withLock { $0.append(bytes.count) }
                text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            })
        let lines = text.withLock { $0.split(separator: "\r\n") }
        #expect(lines.count == Reading.all + 1 && lines.last?.contains("Town \(Reading.all - 1)") == true)
        #expect(sizes.withLock { $0.max() ?? 0 } < 100_000)
    }

    @Test func `an error in the middle of the rows does not end the response as if it were complete`() async throws {
        let stream = RecordStream { body throws(StoreError) in
            _ = body(Record(key: "1", title: "Town"))
            throw .cancelled
        }
        var output = CommandOutput(RecordsReport(RecordsAnswer(rows: [], sources: []), query: nil, more: nil))
        output.rows = RowStream(stream, of: try #require(SourceID("towns")), favorites: [], limit: 10)
        let failing = output
        await #expect(throws: StoreError.self) {
            try await StreamedBody.write(failing, as: .csv, to: BodyWriter { _ in })
        }
    }
}
