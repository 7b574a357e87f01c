/// Something that reads what comes from outside, and what it promises of any bytes at all.
struct FuzzTarget: CustomStringConvertible, Sendable {
    let name: String
    /// Texts to begin with.
    let seeds: [String]
    /// Reads bytes; refusing them is fine, but a promise that does not hold throws.
    let read: @Sendable (_ bytes: [UInt8]) async throws(BrokenPromise) -> Void

    var description: String { name }

    static let all = json + sources + tables + feeds + texts + pictures + numbers + commands + web
}

/// A promise that does not hold for some bytes.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    /// Throws unless a promise holds.
    static func unless(_ holds: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
        if !holds { throw BrokenPromise(description: promise()) }
    }
}
