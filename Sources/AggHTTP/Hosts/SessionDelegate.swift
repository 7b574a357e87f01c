import Foundation
import FoundationNetworking
import Synchronization

/// Hands what a session says to the transfer it is about. Redirects are not left to the session.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let transfers = Mutex<[Int: Transfer]>([:])

    func expect(_ task: URLSessionTask, for transfer: Transfer) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if let answer = response as? HTTPURLResponse { transfer(of: dataTask)?.receive(AnswerHead(answer)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.receive(data)
    }

    /// Ends the task with the redirect as its answer: where it may lead is decided by `Redirect`.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        transfer(of: task)?.receive(AnswerHead(response))
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        if let answer = task.response as? HTTPURLResponse { transfer?.complete(AnswerHead(answer)) }
        transfer?.finish(error)
    }

    /// Takes a 401 as the answer it is; left to the session, a request for a password would never end.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        transfer?.finish(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}
