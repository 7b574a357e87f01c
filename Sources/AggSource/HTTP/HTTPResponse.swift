public import Foundation

/// A response from the HTTP port.
public struct HTTPResponse: Sendable {
    /// The final URL, after redirects.
    public var url: URL
    /// The URL to request from now on: the one that permanent redirects lead to (301 and 308; RFC 9110, section 15.4).
    ///
    /// A temporary redirect may lead elsewhere the next time, so it and any later one do not count.
    public var permanentURL: URL
    /// The status, 200…599.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The content, already decompressed.
    public var body: HTTPBody

    /// Creates a response to a request that was not redirected.
    public init(url: URL, status: Int, headers: HTTPHeaders = [:], body: HTTPBody = HTTPBody([])) {
        self.url = url
        permanentURL = url
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the server said that the stored response is still current (304).
    public var isNotModified: Bool { status == 304 }

    /// Returns normally if the status is 2xx, except for 206 (partial content), which no request asks for.
    ///
    /// - Throws: `SourceError.unauthorized` for 401 and 403, `.rateLimited` for 429 with the time of `Retry-After`,
    ///   `.offline` for 407 from a proxy, `.http` for any other status.
    public func requireSuccess(now: Date) throws(SourceError) {
        switch status {
        case 200..<300 where status != 206: return
        case 407: throw .proxyNeedsPassword
        case 401, 403: throw .unauthorized("HTTP \(status)")
        case 429: throw .rateLimited(until: headers.retryAfter(now: now))
        default: throw .http(status: status)
        }
    }
}

extension HTTPHeaders {
    /// The time given by `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3); nil if absent or
    /// unreadable, or if the date has passed.
    ///
    /// A time more than a year away is treated as a year away.
    public func retryAfter(now: Date) -> Date? {
        guard let text = self["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        let limit = now.addingTimeInterval(Self.longestWait)
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            return min(limit, now.addingTimeInterval(Double(text) ?? Self.longestWait))
        }
        // A date is relative to the server's clock, which is in its response.
        guard let date = HTTPDate.parse(text) else { return nil }
        let wait = date.timeIntervalSince(self["Date"].flatMap(HTTPDate.parse) ?? now)
        return wait > 0 ? min(limit, now.addingTimeInterval(wait)) : nil
    }

    /// A year, in seconds: the longest wait for any server.
    public static let longestWait: TimeInterval = 365 * 86_400
}

/// The content of a response, read in pieces from wherever the client keeps it (a file deleted along with the body).
public struct HTTPBody: Sendable {
    /// The number of decompressed bytes.
    public let count: Int
    private let readAt: @Sendable (_ offset: Int, _ count: Int) throws(SourceError) -> [UInt8]

    /// Creates a body from a reader: `read(offset, count)` returns up to `count` bytes, and none only at the end.
    public init(count: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws(SourceError) -> [UInt8]) {
        self.count = count
        readAt = read
    }

    /// Creates a body from bytes in memory.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        readAt = { offset, count throws(SourceError) in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
    }

    /// Reads a piece.
    ///
    /// - Returns: Up to `count` bytes starting at `offset`; none at the end.
    /// - Throws: `SourceError.unreadable` if the body's file cannot be read.
    public func read(at offset: Int, count: Int = 131_072) throws(SourceError) -> [UInt8] {
        try readAt(offset, count)
    }

    /// Reads the whole body.
    ///
    /// - Throws: `SourceError.tooLarge` if there are more than `limit` bytes.
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
    /// A digest of the final URL and the content: responses with equal digests are the same, except for a 1 in 2^64
    /// chance.
    ///
    /// It identifies responses from servers that send no validators; a repeated response need not be parsed again.
    ///
    /// - Returns: 16 hexadecimal digits, the same in every run.
    /// - Throws: `SourceError.unreadable` if the body cannot be read.
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
