import AggCommands
import Foundation
import Synchronization

/// Writes the rows of a long answer while they are read, at the speed of the client.
///
/// Reading waits for the client, so it has its own thread. Up to two pieces are in memory.
enum StreamedBody {
    /// The length of a piece in bytes.
    private static let pieceLength = 32_768

    /// Writes an output whose rows have not been read yet.
    ///
    /// - Throws: A `StoreError` if they cannot be read; a `CancellationError` if the client leaves.
    static func write(_ output: CommandOutput, as format: OutputFormat, to body: BodyWriter) async throws {
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: String.self)
        let turns = Turns()
        Thread.detachNewThread {
            do {
                var piece = ""
                try StreamedAnswer(output, Presentation(format: format))?.write { text in
                    piece += text
                    guard piece.utf8.count > pieceLength else { return true }
                    continuation.yield(piece)
                    piece = ""
                    return turns.wait()
                }
                continuation.yield(piece)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        defer { turns.end() }
        for try await piece in pieces {
            try await body.write(piece)
            turns.next()
        }
        try Task.checkCancellation()
    }
}

/// Lets a thread wait until its last piece has been sent.
private final class Turns: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let hasEnded = Mutex(false)

    /// Waits; returns false if nobody needs another piece.
    func wait() -> Bool {
        semaphore.wait()
        return !hasEnded.withLock(\.self)
    }

    /// Lets the thread continue.
    func next() { semaphore.signal() }

    /// Lets the thread end.
    func end() {
        hasEnded.withLock { $0 = true }
        semaphore.signal()
    }
}

/// The limit on lists that are streamed at once, since each keeps a thread and a connection to the store.
final class StreamLimit: Sendable {
    private static let most = 8
    private let taken = Mutex(0)

    /// A place among the streamed lists; it is free again when nothing refers to it.
    final class Place: Sendable {
        private let limit: StreamLimit

        fileprivate init(_ limit: StreamLimit) {
            self.limit = limit
        }

        deinit { limit.taken.withLock { $0 -= 1 } }
    }

    /// Takes a place; nil if all are taken.
    func place() -> Place? {
        let isFree = taken.withLock { taken in
            guard taken < Self.most else { return false }
            taken += 1
            return true
        }
        return isFree ? Place(self) : nil
    }
}
