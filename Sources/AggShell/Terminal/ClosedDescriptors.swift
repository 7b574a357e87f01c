import Glibc

/// The standard streams that the program was started without, as by `agg <&-`.
package enum ClosedDescriptors {
    /// Opens each of them on `/dev/null`, so that no file of the program gets its number.
    ///
    /// Standard input is then empty, and what is written to the others fails as it does for a closed descriptor.
    package static func open() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number, which is this one.
            _ = Glibc.open("/dev/null", O_RDONLY)
        }
    }
}
