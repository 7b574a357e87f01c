import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggPostgres

/// Servers that cannot be reached, or that refuse something, and what is said about them.
struct PostgresAccessTests {
    private let bench = ServerBench()

    @Test(arguments: [
        (
            "server does not support SSL, but SSL was required", "require",
            "X does not support TLS, which sslmode=require requires; to connect without TLS, set sslmode=disable in the URL"
        ),
        (
            "server does not support SSL, but SSL was required", nil,
            "X does not support TLS, which agg requires for remote hosts; to connect without TLS, add sslmode=disable in the URL"
        ),
        (
            "connection to server failed: fe_sendauth: no password supplied", nil,
            "X requires a password, but none is set; put it in ~/.pgpass, a service file, or PGPASSWORD"
        ),
    ])
    func `says why a connection was not made`(message: String, sslmode: String?, reason: String) {
        let fault = ServerFault(state: "", message: message, sslmode: sslmode)
        #expect(fault.storeError("X").reason == reason)
    }
}

/// A unix socket that listens but accepts nothing.
private struct UnixSocket {
    private let descriptor: Int32

    init(listeningAt path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 8) == 0)
    }

    func close() { _ = Glibc.close(descriptor) }
}
