import Foundation
import TestSupport

/// A server for https on this machine, with a certificate that nobody vouches for, made by OpenSSL.
final class SecureServer {
    /// The program that makes certificates and serves.
    static let program = "/usr/bin/openssl"

    /// The file of the certificate, as an authority for whoever shall trust it.
    let certificate: String
    private let port: Int
    private let process = Process()

    /// Starts a server that gives the files of a folder, each a whole answer with its head.
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
        // It blocks the signals that the thread that started it blocked, so that it would not be terminated.
        kill(process.processIdentifier, SIGKILL)
    }

    /// The address of a file.
    func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

    private struct Failure: Error { let message: String }
}
