import AggCommands
import FlyingSocks
import Foundation
import Glibc

/// One connection: reads requests, one after the other, and writes the answers.
struct WebConnection: Sendable {
    private let socket: AsyncSocket
    private let open: OpenConnections
    private let limits: ServerLimits
    private let answer: @Sendable (WebRequest) async -> WebResponse
    private let descriptor: Int32

    init(
        _ socket: AsyncSocket, _ open: OpenConnections, _ limits: ServerLimits,
        _ answer: @escaping @Sendable (WebRequest) async -> WebResponse
    ) {
        self.socket = socket
        self.open = open
        self.limits = limits
        self.answer = answer
        descriptor = socket.socket.file.rawValue
        var yes: Int32 = 1
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Handles requests until the client leaves, breaks a rule, or is too slow.
    func serve() async {
        var buffer: [UInt8] = []
        do {
            while let request = try await next(&buffer) {
                open.extend(descriptor, by: limits.answer)
                try await respond(to: request)
                guard request.isKeptAlive else { break }
                open.extend(descriptor, by: limits.idle)
            }
        } catch let fault as WebFault {
            await refuse(fault, isForAPI: Self.isForAPI(buffer))
        } catch {}
    }

    /// Answers a request; the work is canceled if the client leaves.
    private func respond(to request: WebRequest) async throws {
        let work = Task { try await write(await answer(request), to: request) }
        open.begin(descriptor) { work.cancel() }
        defer { open.end(descriptor) }
        try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Whether a request that can't be parsed is for the API, according to its first line.
    private static func isForAPI(_ buffer: [UInt8]) -> Bool {
        let line = buffer.prefix { $0 != 0x0D && $0 != 0x0A }
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        return parts.count > 1 && parts[1].starts(with: "/api/".utf8)
    }

    /// Refuses a request that can't be parsed, and closes the connection in a way that lets the client read why.
    private func refuse(_ fault: WebFault, isForAPI: Bool) async {
        let error = CommandError(code: "refused", message: fault.message)
        let type = isForAPI ? "application/json" : "text/plain; charset=utf-8"
        let text = SecurityHeaders.added(
            to: WebResponse(
                fault.status, type: type, isForAPI ? Renderer.render(error, asJSON: true) : fault.message + "\n"))
        open.extend(descriptor, by: .seconds(2))
        guard (try? await write(text, to: .plain)) != nil else { return }
        _ = shutdown(descriptor, Int32(SHUT_WR))
        var rest = 1 << 20
        while rest > 0, let bytes = try? await socket.read(atMost: 4_096), !bytes.isEmpty { rest -= bytes.count }
    }

    /// Reads the next request; nil at the end of the connection.
    private func next(_ buffer: inout [UInt8]) async throws -> WebRequest? {
        var searched = 0
        if !buffer.isEmpty { open.extend(descriptor, by: limits.request) }
        while true {
            if let end = Self.end(of: buffer, from: searched) {
                let head = try RequestHead(buffer[..<end])
                guard head.bodyLength <= limits.body else {
                    throw WebFault(413, "the body is too large (limit: \(limits.body) bytes)")
                }
                var request = head.request
                let whole = end + 4 + head.bodyLength
                if buffer.count < whole, request.awaitsContinue {
                    try await send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                    open.extend(descriptor, by: limits.request)
                }
                while buffer.count < whole {
                    guard try await read(into: &buffer) else { return nil }
                }
                request.body = Array(buffer[(end + 4)..<whole])
                buffer.removeFirst(whole)
                return request
            }
            guard buffer.count < limits.head else { throw WebFault(431, "the header is too long") }
            searched = max(0, buffer.count - 3)
            let isFirst = buffer.isEmpty
            guard try await read(into: &buffer) else { return nil }
            if isFirst { open.extend(descriptor, by: limits.request) }
        }
    }

    /// Reads more bytes; returns false at the end.
    private func read(into buffer: inout [UInt8]) async throws -> Bool {
        do {
            let bytes = try await socket.read(atMost: 4_096)
            buffer += bytes
            return !bytes.isEmpty
        } catch SocketError.disconnected {
            return false
        }
    }

    /// Returns the position of the empty line after a head.
    private static func end(of buffer: [UInt8], from start: Int) -> Int? {
        guard buffer.count >= 4, start <= buffer.count - 4 else { return nil }
        return (start...(buffer.count - 4)).first { place in
            buffer[place] == 0x0D && buffer[place + 1] == 0x0A && buffer[place + 2] == 0x0D && buffer[place + 3] == 0x0A
        }
    }

    private func write(_ response: WebResponse, to request: WebRequest) async throws {
        let withBody = request.method != "HEAD"
        switch response.body {
        case .bytes(let bytes):
            let head = response.head(length: bytes.count, isKeptAlive: request.isKeptAlive)
            try await send(Array(head.utf8) + (withBody && response.status != 304 ? bytes : []))
        case .stream(let write):
            let head = response.head(length: nil, isChunked: request.readsChunks, isKeptAlive: request.isKeptAlive)
            try await send(Array(head.utf8))
            guard withBody else { return }
            guard request.readsChunks else { return try await write(BodyWriter { try await send($0) }) }
            try await write(
                BodyWriter { bytes in
                    try await send(Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [0x0D, 0x0A])
                })
            try await send(Array("0\r\n\r\n".utf8))
        }
    }

    private func send(_ bytes: [UInt8]) async throws {
        open.extend(descriptor, by: limits.write)
        try await socket.write(Data(bytes))
    }
}
