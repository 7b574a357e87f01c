import Foundation
import Glibc
import Testing

/// A client that sends any bytes and reads the reply.
final class TextClient: Sendable {
    private let descriptor: Int32

    /// Connects to a port of this machine.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard result == 0 else {
            close(descriptor)
            throw POSIXError(.ECONNREFUSED)
        }
    }

    deinit { close(descriptor) }

    /// Sends text; false if the server has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads until the server closes the connection.
    func readAll() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Reads until a text has arrived, or the server closes the connection.
    func read(upTo end: String) -> String {
        var text = ""
        var byte: UInt8 = 0
        while !text.hasSuffix(end), recv(descriptor, &byte, 1, 0) == 1 {
            text.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return text
    }

    /// Reads a response with a length, and leaves the connection open.
    func readAnswer() -> Answer? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let answer = Answer(String(decoding: bytes, as: UTF8.self)), answer.isComplete { return answer }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }
}

/// A response as read.
struct Answer: Sendable {
    let status: Int
    let headers: [String: String]
    let body: String

    init?(_ text: String) {
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].split(separator: "\r\n")
        guard let first = lines.first, let status = first.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        self.status = status
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.headers = headers
        let body = String(text[end.upperBound...])
        self.body = headers["transfer-encoding"] == "chunked" ? Self.joined(body) : body
    }

    var isComplete: Bool {
        headers["content-length"].flatMap { Int($0) }.map { body.utf8.count >= $0 } ?? (status == 304)
    }

    /// Joins the chunks of a chunked body.
    private static func joined(_ text: String) -> String {
        var rest = Array(text.utf8)[...]
        var body: [UInt8] = []
        while let end = rest.firstIndex(of: 0x0A) {
            let size = Int(
                String(decoding: rest[..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines), radix: 16
            )
            guard let size, size > 0, rest.endIndex >= end + 1 + size else { break }
            body += rest[(end + 1)..<(end + 1 + size)]
            rest = rest[(end + 1 + size)...].dropFirst(2)
        }
        return String(decoding: body, as: UTF8.self)
    }
}
