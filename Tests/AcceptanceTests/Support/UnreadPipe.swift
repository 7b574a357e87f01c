import Foundation
import TestSupport
import Testing

/// A small pipe for the output of a program, which nobody reads.
///
/// The test keeps both of its ends, to see whether there is room and so that the program gets no broken pipe.
final class UnreadPipe {
    private var ends: [Int32] = [-1, -1]

    init() {
        #expect(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // 1,031 is F_SETPIPE_SZ.
        #expect(fcntl(ends[1], 1_031, 4_096) > 0)
    }

    deinit { for end in ends { _ = close(end) } }

    /// The end that the program writes to.
    var output: FileHandle { FileHandle(fileDescriptor: ends[1], closeOnDealloc: false) }

    /// Waits until the program cannot write any more.
    func waitUntilFull() async throws {
        var room = pollfd(fd: ends[1], events: Int16(POLLOUT), revents: 0)
        #expect(try await eventually { poll(&room, 1, 0) == 0 })
    }
}
