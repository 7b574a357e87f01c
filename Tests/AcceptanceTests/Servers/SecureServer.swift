import Foundation
import TestSupport

/// A local HTTPS server, run by OpenSSL with a self-signed certificate.
final class SecureServer {
    /// The program that creates certificates and runs the server.
    static let program = "/usr/bin/openssl"

    /// The certificate file, which a client that trusts it uses as an authority.
    let certificate: String
    private let port: Int
    private let process = Process()

    /// Starts a server for the files of a folder, each a complete response with its header.
    init(_ agg: Agg, answers: [String: String] = [:]) async throws {
        certificate = agg.folder.path("cert.pem")
        let made = try await agg.shell(
            """
            cd \(agg.folder.path) && \(Self.program) req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
            -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 2>&1
            """)
        guard made.status == 0 else { throw Failure(message: "no certificate was made: \(made.output)") }
        for (name, answer) in answers { _ = try agg.file(name, answer) }
        let output = Pipe()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = [
            "s_server", "-HTTP", "-accept", "127.0.0.1:0", "-key", agg.folder.path("key.pem"), "-cert", certificate,
        ]
        process.currentDirectoryURL = URL(filePath: agg.folder.path)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = ""
        var found: Int?
        while found == nil {
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { throw Failure(message: "the server says no port: \(said)") }
            said += String(decoding: piece, as: UTF8.self)
            found = said.split(separator: "\n").dropLast(said.hasSuffix("\n") ? 0 : 1)
                .first { $0.hasPrefix("ACCEPT") }?.split(separator: ":").last.flatMap { Int($0) }
        }
        guard let found else { throw Failure(message: said) }
        port = found
    }

    deinit {
        // It inherits the signals that its starting thread blocked, so SIGTERM would not end it.
        kill(process.processIdentifier, SIGKILL)
    }

    /// The URL of a file.
    func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

    private struct Failure: Error { let message: String }
}
