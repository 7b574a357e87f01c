/// A reader of outside input, and its promises for any bytes at all.
struct FuzzTarget: CustomStringConvertible, Sendable {
    let name: String
    /// The seed texts.
    let seeds: [String]
    /// Reads bytes; it may reject them, but a broken promise throws.
    let read: @Sendable (_ bytes: [UInt8]) async throws(BrokenPromise) -> Void

    var description: String { name }

    static let all = json + sources + tables + feeds + texts + pictures + numbers + commands + web
}

/// A promise that some bytes break.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    /// Throws unless a promise holds.
    static func unless(_ holds: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
        if !holds { throw BrokenPromise(description: promise()) }
    }
}
