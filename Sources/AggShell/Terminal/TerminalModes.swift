import Glibc

/// How a terminal treats input and output, to be put back as it was found.
struct TerminalModes {
    private let descriptor: Int32
    private var modes = termios()

    /// Remembers the modes of the terminal; nil where there is none.
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
