import Foundation

/// Which processes hold locks on a file, as the kernel lists them (proc(5), `/proc/locks`).
enum LockHolders {
    /// A process with a lock.
    struct Holder: Hashable {
        var pid: Int32
        /// Whether it writes.
        var writes: Bool
    }

    /// The other processes with a lock on a file, each once; nil where the system does not tell.
    ///
    /// A connection in WAL mode holds a lock for as long as it is open.
    static func others(of path: String) -> [Holder]? {
        guard let text = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return nil }
        let places = ["", "-shm"].compactMap { place(of: path + $0) }
        return holders(in: text, at: places, besides: getpid())
    }

    /// Reads a line such as `1: POSIX  ADVISORY  READ 716 fe:00:1045 1073741826 1073742335`.
    static func holders(in text: String, at places: [String], besides own: Int32) -> [Holder] {
        var writes: [Int32: Bool] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").filter { $0 != "->" }
            guard words.count >= 6, let pid = Int32(words[4]), pid != own, places.contains(String(words[5])) else {
                continue
            }
            writes[pid] = (writes[pid] ?? false) || words[3] == "WRITE"
        }
        return writes.sorted { $0.key < $1.key }.map { Holder(pid: $0.key, writes: $0.value) }
    }

    /// The name that the process with an id was started by; nil where it is not known.
    static func program(_ pid: Int32) -> String? {
        (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8))?.trimmingCharacters(in: .newlines)
    }

    /// Device and inode as the kernel writes them there.
    private static func place(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        func hexadecimal(_ number: UInt) -> String {
            let text = String(number, radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        // makedev(3): the minor number stands in bits 0 to 7 and 20 to 31, the major number between and above.
        let device = UInt(status.st_dev)
        let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
        let minor = device & 0xFF | (device >> 12) & ~0xFF
        return "\(hexadecimal(major)):\(hexadecimal(minor)):\(status.st_ino)"
    }
}
