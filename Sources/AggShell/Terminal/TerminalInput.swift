import Glibc

/// The keys of the terminal on standard input, read without blocking.
///
/// Ctrl-C discards what was typed before it, including what `poll` has just reported (termios(3), ISIG without NOFLSH):
/// a blocking read would keep waiting, and so would whatever Ctrl-C is meant to stop. The descriptor is opened
/// separately, since blocking is a property of the open file, which other programs share.
final class TerminalInput {
    /// The result of a read.
    enum Found: Equatable {
        /// Typed bytes.
        case bytes([UInt8])
        /// Nothing, after all.
        case nothing
        /// The end of the input.
        case end
    }

    /// The descriptor for `poll`.
    let descriptor: Int32

    /// Opens the terminal again; if that is not allowed, uses standard input itself.
    init() {
        let own = open("/proc/self/fd/\(STDIN_FILENO)", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        descriptor = own >= 0 ? own : STDIN_FILENO
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Reads up to `size` available bytes.
    func read(atMost size: Int) -> Found {
        var block = [UInt8](repeating: 0, count: size)
        let count = Glibc.read(descriptor, &block, size)
        if count > 0 { return .bytes(Array(block[..<count])) }
        return count == 0 || (errno != EINTR && errno != EAGAIN) ? .end : .nothing
    }
}

/// The modes of a terminal, to be restored later.
struct TerminalModes {
    private let descriptor: Int32
    private var modes = termios()

    /// Saves the modes of the terminal; nil if there is none.
    init?(of descriptor: Int32) {
        self.descriptor = descriptor
        guard tcgetattr(descriptor, &modes) == 0 else { return nil }
    }

    /// Makes keys arrive one by one without echo; keys for signals still send them.
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

    /// Restores the saved modes after pending output has been shown.
    func restore() {
        var modes = modes
        while tcsetattr(descriptor, TCSADRAIN, &modes) != 0, errno == EINTR {}
    }
}
