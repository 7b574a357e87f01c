import Foundation

/// What the system answered instead of doing what it was asked to (`errno`, errno(3)).
package struct SystemError: Error, Hashable, Sendable {
    /// The number of the error, such as `ENOSPC`.
    package let number: Int32

    /// Makes the error of a number.
    package init(number: Int32) { self.number = number }

    /// Takes over the error of the call that has just failed.
    package static func last() -> SystemError { SystemError(number: errno) }

    /// The words of the system for an error that Foundation made of one of its, else Foundation's own.
    package static func reason(of error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
        guard let code = (cause as? POSIXError)?.code else { return error.localizedDescription }
        return SystemError(number: code.rawValue).reason
    }

    /// The system's own words, such as "No space left on device".
    package var reason: String { String(cString: strerror(number)) }
}
