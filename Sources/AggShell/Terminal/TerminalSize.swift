import Glibc

/// The size of a terminal in columns and rows.
package struct TerminalSize: Sendable, Equatable {
    /// The number of columns, at least 1.
    package var columns: Int
    /// The number of rows, at least 1.
    package var rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Reads the size of the terminal on a descriptor; nil if there is none or its size is unknown.
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

/// Whether a descriptor is a folder, which cannot be read as a script.
package func isFolder(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
