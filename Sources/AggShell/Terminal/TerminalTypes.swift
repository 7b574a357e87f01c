import Glibc

/// The types of terminals that the system describes, as terminfo(5) says where.
struct TerminalTypes {
    private let folders: [String]

    /// Takes the folders that the environment names, and the system's.
    init(_ environment: [String: String], system: [String] = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"])
    {
        let own = [environment["TERMINFO"], environment["HOME"].map { $0 + "/.terminfo" }].compactMap { $0 }
        let more = (environment["TERMINFO_DIRS"] ?? "").split(separator: ":").map(String.init)
        folders = own + more + system
    }

    /// Whether a type is described: by a file below its first letter, or below the number of that letter.
    func describe(_ type: String) -> Bool {
        guard let first = type.utf8.first, !type.contains("/") else { return false }
        return folders.contains { folder in
            [String(decoding: [first], as: UTF8.self), String(first, radix: 16)].contains {
                access("\(folder)/\($0)/\(type)", R_OK) == 0
            }
        }
    }
}
