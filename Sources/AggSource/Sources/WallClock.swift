public import Foundation

/// The time of day as a value that tests can set.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Makes a clock of a function.
    public init(_ now: @escaping @Sendable () -> Date) {
        read = now
    }

    /// The time now.
    public var now: Date { read() }

    /// The clock of the machine.
    public static let system = WallClock { Date() }
}
