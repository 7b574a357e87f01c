import Glibc

/// The keys of the terminal behind standard input, read without waiting for one.
///
/// Ctrl-C takes away what was typed before it, also what `poll` has just said is there (termios(3), ISIG without NOFLSH): a
/// read that waits would wait on, and what Ctrl-C asks for with it. The descriptor is one of our own, since whether reads
/// wait belongs to the open file, which other programs share.
final class TerminalInput {
    /// What a read found.
    enum Found: Equatable {
        /// What was typed.
        case bytes([UInt8])
        /// Nothing, after all.
        case nothing
        /// There will be no more.
        case end
    }

    /// What `poll` waits for.
    let descriptor: Int32

    /// Opens the terminal once more; where that is not allowed standard input itself is read.
    init() {
        let own = open("/proc/self/fd/\(STDIN_FILENO)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        descriptor = own >= 0 ? own : STDIN_FILENO
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Reads what is there, so many bytes at most.
    func read(atMost size: Int) -> Found {
        var block = [UInt8](repeating: 0, count: size)
        let count = Glibc.read(descriptor, &block, size)
        if count > 0 { return .bytes(Array(block[..<count])) }
        return count == 0 || (errno != EINTR && errno != EAGAIN) ? .end : .nothing
    }
}

/// How a terminal treats input and output, to be put back as it was found.
struct TerminalModes {
    private let descriptor: Int32
    private var modes = termios()

    /// Remembers the modes of the terminal; nil if absent.
    init?(of descriptor: Int32) {
        self.descriptor = descriptor
        guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    }

    /// Has keys arrive one by one and unseen; those of signals stay signals.
    func setKeys() {
        var keys = modes
        keys.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        keys.c_lflag |= tcflag_t(ISIG)
        keys.c_iflag &= ~tcflag_t(IXON | INLCR | IGNCR)
        withUnsafeMutableBytes(of: &keys.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        while tcsetattr(descriptor, TCSADRAIN, &keys) != 0, errno == EINTR {}
    }

    /// Sets the remembered modes again, once what was written has been shown.
    func restore() {
        var modes = modes
        while tcsetattr(descriptor, TCSADRAIN, &modes) != 0, errno == EINTR {}
    }
}
