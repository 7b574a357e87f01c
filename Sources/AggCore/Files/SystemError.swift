import Foundation

/// What the system answered instead of doing what it was asked to (`errno`, errno(3)).
package struct SystemError: Error, Hashable, Sendable {
    /// The number of the error, such as `ENOSPC`.
    package let number: Int32

    /// Takes over the error of the call that has just failed.
    package static func last() -> SystemError { SystemError(number: errno) }

    /// The system's own words, such as "No space left on device".
    package var reason: String { String(cString: strerror(number)) }
}
