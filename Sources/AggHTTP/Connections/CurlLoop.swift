import AggFiles
import AggSource
import CCurl
import Glibc

/// The transfers and open connections of one host, advanced step by step.
///
/// Used only by that host's thread.
final class CurlLoop {
    /// How long unused connections are kept open.
    private static let patience = Duration.seconds(30)

    private let multi: UnsafeMutableRawPointer?
    private let wakeUp: WakeUp
    private var handles: [UnsafeMutableRawPointer: CurlHandle] = [:]
    private var lastUse = ContinuousClock.now

    init(_ wakeUp: WakeUp) {
        self.wakeUp = wakeUp
        // libcurl initializes itself once for all threads.
        multi = CurlLibrary.isReady ? curl_multi_init() : nil
    }

    deinit {
        for handle in handles.values { curl_multi_remove_handle(multi, handle.easy) }
        handles = [:]
        curl_multi_cleanup(multi)
    }

    var isIdle: Bool { handles.isEmpty }

    /// Whether no transfer has run for so long that connections are not worth keeping.
    var isForgotten: Bool { isIdle && (multi == nil || .now - lastUse >= Self.patience) }

    func add(_ transfer: Transfer) {
        guard let multi else {
            return transfer.finish(TransferEnd(code: CURLE_FAILED_INIT, message: "libcurl could not start"))
        }
        guard let handle = CurlHandle(transfer) else {
            return transfer.finish(TransferEnd(code: CURLE_URL_MALFORMAT, message: "libcurl rejected the URL"))
        }
        guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
            return transfer.finish(TransferEnd(code: CURLE_FAILED_INIT, message: "libcurl rejected it"))
        }
        handles[handle.easy] = handle
    }

    /// Advances transfers, finishes those that have ended, and waits until there is more to do.
    func turn() {
        guard let multi else { return }
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        takeEnds(of: multi)
        let now = ContinuousClock.now
        for handle in handles.values where handle.transfer.isOver(now) { remove(handle) }
        if !handles.isEmpty { lastUse = now }
        let next = handles.values.map { $0.transfer.due }.min() ?? lastUse + Self.patience
        var interest = curl_waitfd(fd: wakeUp.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        curl_multi_poll(
            multi, &interest, 1, Int32(clamping: max(0, min((next - now) / .milliseconds(1), 60_000)).rounded(.up)), nil
        )
        wakeUp.clear()
    }

    private func takeEnds(of multi: UnsafeMutableRawPointer) {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let (transfer, end) = free(easy, after: message.pointee.data.result)
            else { continue }
            transfer.finish(end)
        }
    }

    /// Removes and frees the handle of a transfer that has ended, and returns how it ended.
    ///
    /// The process may exit as soon as its last transfer is finished, and freeing a handle must not coincide with the
    /// cleanup of libcurl's libraries at exit.
    private func free(_ easy: UnsafeMutableRawPointer, after code: CURLcode) -> (Transfer, TransferEnd)? {
        guard let handle = handles[easy] else { return nil }
        remove(handle)
        return (handle.transfer, handle.end(code))
    }

    private func remove(_ handle: CurlHandle) {
        handles[handle.easy] = nil
        curl_multi_remove_handle(multi, handle.easy)
    }
}

private enum CurlLibrary {
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// Wakes a thread that is waiting on a descriptor.
final class WakeUp: Sendable {
    /// The descriptor that becomes readable.
    let descriptor: Int32

    /// Creates a wake-up.
    ///
    /// - Throws: `SystemError` if there are no descriptors left.
    init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .last() }
    }

    deinit {
        _ = close(descriptor)
    }

    /// Wakes the thread, now or when it next waits.
    func signal() { _ = eventfd_write(descriptor, 1) }

    /// Clears all signals so far.
    func clear() {
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}
