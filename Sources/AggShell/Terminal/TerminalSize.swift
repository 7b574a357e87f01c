import Glibc

/// How many columns and rows a terminal has.
package struct TerminalSize: Sendable, Equatable {
    /// Characters in a row, at least 1.
    package var columns: Int
    /// Rows on the screen, at least 1.
    package var rows: Int

    /// Makes a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Asks the terminal behind a descriptor; nil if there is none, or it does not know.
    package init?(of descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}

/// Whether a descriptor is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
}

/// Whether a descriptor is that of a folder, which cannot be read as a script.
package func isFolder(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
