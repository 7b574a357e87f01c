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
    ///
    /// If the connection is lost, it is opened again after a pause.
    static func news(of server: Server, pause: Duration = .seconds(30)) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let listener = Listener()
        let listening = Task {
            while !listener.isOver.withLock({ $0 }) {
                if let link = try? await Link.open(server.address, server.address.hasReplicas ? "read-write" : nil) {
                    await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
                        Thread.detachNewThread {
                            listener.listen(link, to: server, continuation)
                            end.resume()
                        }
                    }
                }
                try? await Task.sleep(for: pause)
            }
        }
        continuation.onTermination = { _ in
            listening.cancel()
            listener.isOver.withLock { $0 = true }
        }
        return stream
    }

    /// Passes on notifications until the connection is lost or the stream is released.
    private func listen(_ link: Link, to server: Server, _ continuation: AsyncStream<String>.Continuation) {
        do { try Session(link, patience: .seconds(5)).run("LISTEN agg") } catch {
            // A replica refuses, and would do so again.
            if let fault = error as? ServerFault, !fault.isLost {
                isOver.withLock { $0 = true }
                continuation.finish()
            }
            return
        }
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
    }
}
