import Glibc

/// Determines how many hosts can be contacted at once without running out of descriptors.
package enum OpenFileLimit {
    /// Descriptors needed by the rest of the program: standard streams, both files of the store, a log, a pager.
    private static let reserve = 56
    /// A host needs three for its thread and one for a connection; its source needs one for the response and one for
    /// the rows; and one is spare.
    private static let perHost = 7

    /// The number of hosts: as requested, or fewer if the process may not open enough files; at least one.
    package static func hosts(wished: Int, openFiles: Int = limit) -> Int {
        max(1, min(wished, (openFiles - reserve) / perHost))
    }

    /// The maximum number of files the process may have open.
    package static var limit: Int {
        // Without a limit, the system returns -1.
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        return limit > 0 ? limit : 65_536
    }
}
