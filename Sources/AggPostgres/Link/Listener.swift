import AggSource
import CPQ
import Foundation
import Glibc
import Synchronization

/// Listens for notifications that other processes stored rows, on a separate connection and thread.
///
/// Through a pooler that shares connections, or on a replica, no notifications ever arrive.
final class Listener: Sendable {
    private let isOver = Mutex(false)

    /// Returns the ids of sources as other connections of any process refresh them, until the stream is released.
    static func news(of server: Server) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let listener = Listener()
        let start = Task {
            guard let link = try? await Link.open(server.address, server.address.hasReplicas ? "read-write" : nil),
                (try? Session(link, patience: .seconds(5)).run("LISTEN agg")) != nil
            else { return continuation.finish() }
            Thread.detachNewThread { listener.listen(link, to: server, continuation) }
        }
        continuation.onTermination = { _ in
            start.cancel()
            listener.isOver.withLock { $0 = true }
        }
        return stream
    }

    private func listen(_ link: Link, to server: Server, _ continuation: AsyncStream<String>.Continuation) {
        while !isOver.withLock({ $0 }) {
            var descriptor = pollfd(fd: PQsocket(link.pointer), events: Int16(POLLIN), revents: 0)
            guard descriptor.fd >= 0 else { break }
            if poll(&descriptor, 1, 300) == 0 { continue }
            guard PQconsumeInput(link.pointer) != 0 else { break }
            while let notice = PQnotifies(link.pointer) {
                let source = notice.pointee.extra.map { String(cString: $0) } ?? ""
                if !server.isOwn(notice.pointee.be_pid), SourceID(source) != nil { continuation.yield(source) }
                PQfreemem(notice)
            }
        }
        continuation.finish()
    }
}
