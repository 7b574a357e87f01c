public import Foundation

/// An answer of the HTTP port.
public struct HTTPResponse: Sendable {
    /// The address that answered, after redirects.
    public var url: URL
    /// The status, 200…599.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The content, already inflated.
    public var body: HTTPBody

    /// Makes a response.
    public init(url: URL, status: Int, headers: HTTPHeaders = [:], body: HTTPBody = HTTPBody([])) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the server said that what is held is still right (304).
    public var isNotModified: Bool { status == 304 }

    /// Returns normally for a 2xx answer.
    ///
    /// - Throws: `SourceError.unauthorized` for 401 and 403, `.rateLimited` for 429 with the time of `Retry-After`,
    ///   `.http` for any other status.
    public func requireSuccess(now: Date) throws(SourceError) {
        switch status {
        case 200..<300: return
        case 401, 403: throw .unauthorized("HTTP \(status)")
        case 429: throw .rateLimited(until: headers.retryAfter(now: now))
        default: throw .http(status: status)
        }
    }
}

extension HTTPHeaders {
    /// The time `Retry-After` names, in seconds or as a date (RFC 9110, section 10.2.3); nil if it is absent or unreadable.
    ///
    /// A time beyond a year from now counts as a year from now.
    public func retryAfter(now: Date) -> Date? {
        guard let text = self["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        let limit = now.addingTimeInterval(Self.longestWait)
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            return min(limit, now.addingTimeInterval(Double(text) ?? Self.longestWait))
        }
        // A date is meant by the server's clock, which its answer shows.
        guard let date = HTTPDate.parse(text) else { return nil }
        guard let server = self["Date"].flatMap(HTTPDate.parse) else { return min(limit, date) }
        return min(limit, now.addingTimeInterval(date.timeIntervalSince(server)))
    }

    /// A year, in seconds: no server is waited for longer.
    public static let longestWait: TimeInterval = 365 * 86_400
}

/// The content of an answer, read in pieces from where the client put it (a file that vanishes with the body).
public struct HTTPBody: Sendable {
    /// The number of bytes, inflated.
    public let count: Int
    private let readAt: @Sendable (_ offset: Int, _ count: Int) throws(SourceError) -> [UInt8]

    /// Makes a body over a reader: `read(offset, count)` gives at most `count` bytes, and none only at the end.
    public init(count: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws(SourceError) -> [UInt8]) {
        self.count = count
        readAt = read
    }

    /// Makes a body of bytes in memory.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        readAt = { offset, count throws(SourceError) in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
    }

    /// Reads a piece.
    ///
    /// - Returns: At most `count` bytes from `offset` on; none at the end.
    /// - Throws: `SourceError.unreadable` when the file behind the body cannot be read.
    public func read(at offset: Int, count: Int = 131_072) throws(SourceError) -> [UInt8] {
        try readAt(offset, count)
    }

    /// Reads all of it.
    ///
    /// - Throws: `SourceError.tooLarge` when there are more than `limit` bytes.
    public func collect(limit: Int = 64 << 20) throws(SourceError) -> [UInt8] {
        guard count <= limit else { throw .tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count <= limit {
            let piece = try read(at: bytes.count)
            if piece.isEmpty { return bytes }
            bytes += piece
        }
        throw .tooLarge(limit: limit)
    }
}

extension HTTPResponse {
    /// A digest of the address that answered and of what it answered: two answers with the same digest are the same, but for
    /// a chance of 1 in 2^64.
    ///
    /// A server that gives no validators is recognised by it; what it says again need not be read again.
    ///
    /// - Returns: 16 hexadecimal digits, the same in every run.
    /// - Throws: `SourceError.unreadable` when the body cannot be read.
    public func digest() throws(SourceError) -> String {
        var hash = StableHash()
        for byte in url.absoluteString.utf8 { hash.add(UInt64(byte)) }
        var offset = 0
        while true {
            let piece = try body.read(at: offset)
            if piece.isEmpty { return hash.text }
            hash.add(piece)
            offset += piece.count
        }
    }
}
