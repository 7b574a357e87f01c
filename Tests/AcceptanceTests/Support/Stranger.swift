import Foundation
import TestSupport

/// A user who owns nothing, for tests of folders that cannot be written: root may write everything.
struct Stranger {
    private static let setpriv = "/usr/bin/setpriv"
    private static let identity = ["--reuid=65534", "--regid=65534", "--clear-groups"]

    /// Whether the program can run as this user: directly for anyone but root, and through `setpriv` for root.
    static var canRun: Bool {
        guard getuid() == 0 else { return true }
        guard FileManager.default.isExecutableFile(atPath: setpriv) else { return false }
        let process = Process()
        process.executableURL = URL(filePath: setpriv)
        process.arguments = identity + ["--", builtProgram("agg"), "--version"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Lets everyone read the home, but only root write its store.
    static func lockOut(of agg: Agg) throws {
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: agg.folder.path)
        let store = agg.folder.path("store")
        for name in try files.contentsOfDirectory(atPath: store) {
            try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: store + "/" + name)
        }
        try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: store)
    }

    /// Makes the home removable again.
    static func letIn(to agg: Agg) {
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: agg.folder.path("store"))
    }

    /// The program and arguments that run another program as this user.
    func command(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
        getuid() == 0 ? (Self.setpriv, Self.identity + ["--", program] + arguments) : (program, arguments)
    }
}
