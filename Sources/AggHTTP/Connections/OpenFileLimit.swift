import Glibc

/// How many hosts can be contacted at once without running out of descriptors.
package enum OpenFileLimit {
    /// Descriptors that the rest of the program needs: standard streams, both files of the store, a log, a pager.
    private static let reserve = 56
    /// A host needs three for its thread and one for a connection; the source that is loaded from it one for the answer and
    /// one for the rows; and one is to spare.
    private static let perHost = 7

    /// So many hosts as are wished for, or fewer if the process may not open as many files; always one.
    package static func hosts(wished: Int, openFiles: Int = limit) -> Int {
        max(1, min(wished, (openFiles - reserve) / perHost))
    }

    /// How many files the process may have open.
    package static var limit: Int {
        // Without a limit the system answers -1.
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit > 0 ? limit : 65_536
    }
}
