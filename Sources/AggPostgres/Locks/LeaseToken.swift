import Foundation
import Glibc

/// The token of a lease: a unique text, followed by the machine and the process that hold it.
enum LeaseToken {
    /// Returns a token of this process.
    static func make() -> String {
        [UUID().uuidString, machine, String(getpid()), start(of: getpid()) ?? ""].joined(separator: " ")
    }

    /// Whether the process that made a token ran on this machine and no longer exists.
    static func isDead(_ token: String) -> Bool {
        let parts = token.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, !machine.isEmpty, parts[1] == machine, !parts[3].isEmpty, let process = pid_t(parts[2])
        else { return false }
        // The files of another user's process may be hidden, but whether it exists is not.
        guard let start = start(of: process) else { return kill(process, 0) != 0 && errno == ESRCH }
        return start != parts[3]
    }

    /// This start of this machine, and the space of its process numbers, which containers do not share; empty if unknown.
    private static let machine: String = {
        guard let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
            let space = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
        else { return "" }
        return boot.trimmingCharacters(in: .whitespacesAndNewlines) + "/" + space
    }()

    /// When a process was started, which tells it from a later one with the same number; nil if that cannot be read.
    private static func start(of process: pid_t) -> String? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
        // The name of the program, in parentheses, may contain anything.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 19 else { return nil }
        return fields[0] == "Z" ? "ended" : String(fields[19])
    }
}
