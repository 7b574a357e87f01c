import Foundation
import Glibc
import TestSupport
import Testing

/// The line editor's probe on a pseudo-terminal, with a pipe for notices.
final class ProbeTerminal: PseudoTerminal {
    let folder: TemporaryFolder

    /// Starts the line editor's probe, or a program by its path, with only the given locale variables.
    init(
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], program: [String]? = nil,
        folder: TemporaryFolder? = nil
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        if access(folder.path("notices"), F_OK) != 0 { mkfifo(folder.path("notices"), 0o600) }
        try super.init(
            program ?? Self.probe(in: folder), columns: columns, rows: rows,
            environment: ["HOME": folder.path].merging(environment) { $1 })
    }

    /// The command that starts the probe with the files of a folder.
    static func probe(in folder: TemporaryFolder) -> [String] {
        [builtProgram("LineEditorProbe"), folder.path("history"), folder.path("notices")]
    }

    /// Makes the probe announce a notice.
    func announce(_ notice: String) throws {
        let fifo = open(folder.path("notices"), O_WRONLY)
        defer { close(fifo) }
        let line = Array((notice + "\n").utf8)
        try #require(write(fifo, line, line.count) == line.count)
    }
}
