import Dispatch
import Foundation
import FoundationNetworking

/// What is kept for one host and port: whose turn it is, and the session that holds its connections.
///
/// Each host has a session of its own, since libcurl may hold up a session's only queue until a name is resolved, even
/// when the transfer has been cancelled; and the session is only ever called from a queue of ours, since its calls wait
/// for that queue. A host that hangs thus holds up neither another host nor a task.
final class Host: Sendable {
    let origin: Origin
    let turn = Turn()
    private let queue = DispatchQueue(label: "agg.http.host")
    private let delegate: SessionDelegate
    private let session: URLSession

    init(_ origin: Origin) {
        self.origin = origin
        delegate = SessionDelegate()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        // The transfer keeps its own time: the session's counts whole seconds and no deadline.
        configuration.timeoutIntervalForRequest = 1_000_000
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    deinit {
        let session = session
        queue.async { session.invalidateAndCancel() }
    }

    /// Begins to send a request; the transfer hears what comes of it, unless it has ended meanwhile.
    func start(_ request: URLRequest, for transfer: Transfer) {
        queue.async { [self] in
            let task = session.dataTask(with: request)
            delegate.expect(task, for: transfer)
            if transfer.attach(task) {
                task.resume()
            } else {
                task.cancel()
            }
        }
    }

    /// Ends a task without waiting for it.
    func cancel(_ task: URLSessionTask) {
        queue.async { task.cancel() }
    }
}
