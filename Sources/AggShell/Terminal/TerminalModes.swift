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

    /// Sets the remembered modes again, once what was written has been shown.
    func restore() {
        var modes = modes
        while tcsetattr(descriptor, TCSADRAIN, &modes) != 0, errno == EINTR {}
    }
}
