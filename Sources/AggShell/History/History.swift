import AggSource
import Glibc
import Synchronization

/// The lines typed in this session and earlier ones, kept in agg's own plain text file.
///
/// Each line is appended under a lock, so that concurrent sessions lose none. The file is shortened to the newest 1,000
/// lines once it grows well beyond that. A file that cannot be read or written never stops a session: the first failure is
/// returned as a warning to show, later ones are silent.
package final class History: Sendable {
    /// The maximum number of lines kept.
    package static let limit = 1_000
    /// The number of lines above which the file is shortened to `limit`.
    static let threshold = 1_500

    private struct State {
        var last: String?
        var count = 0
        var hasWarned = false
        /// Lines of this session that could not be written.
        var unwritten: [String] = []
    }

    private let path: String
    private let state = Mutex(State())

    /// Creates a history in a file such as `$XDG_STATE_HOME/agg/history`; its folder is created when a line is first
    /// kept.
    package init(path: String) {
        self.path = path
    }

    /// Reads the newest lines, oldest first; returns a warning if the file exists but cannot be read.
    package func load() -> (lines: [String], warning: String?) {
        state.withLock { state in
            // Reading must not create the file.
            guard access(path, F_OK) == 0 else { return ([], nil) }
            do throws(LockedFile.Failure) {
                let file = try LockedFile(path: path, forAppending: false)
                file.removeLeftover(beside: path)
                let bytes = try file.contents()
                let lines = HistoryFormat.lines(bytes)
                state.count = lines.count
                state.last = lines.last
                return (lines.suffix(Self.limit), damage(of: bytes))
            } catch {
                return ([], warning(error, &state))
            }
        }
    }

    /// The newest lines currently in the file, oldest first, followed by those of this session that are not in it.
    package var lines: [String] {
        state.withLock { state in
            let file = try? LockedFile(path: path, forAppending: false).contents()
            return HistoryFormat.lines(file ?? []).suffix(Self.limit) + state.unwritten
        }
    }

    /// Keeps a line unless it is blank, repeats the last one, or contains a URL with a password; returns a warning at
    /// the first failure.
    package func append(_ line: String) -> String? {
        state.withLock { state in
            guard line != state.last, !line.allSatisfy(\.isWhitespace) else { return nil }
            guard Secrets.masked(line) == line else { return nil }
            state.last = line
            do throws(LockedFile.Failure) {
                try makeFolder()
                let file = try LockedFile(path: path, forAppending: true)
                // A line left incomplete by a full disk or without a newline by another program stays a separate line.
                let isWhole = try file.lastByte() ?? UInt8(ascii: "\n") == UInt8(ascii: "\n")
                try file.append(Array(((isWhole ? "" : "\n") + HistoryFormat.row(line)).utf8))
                state.count += 1
                if state.count > Self.threshold, file.isRegular {
                    state.count = try shorten(file)
                }
                return nil
            } catch {
                state.unwritten = (state.unwritten + [line]).suffix(Self.limit)
                return warning(error, &state)
            }
        }
    }

    /// A warning if a file contains bytes that are not text; readable lines are still offered.
    private func damage(of bytes: [UInt8]) -> String? {
        guard bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil else { return nil }
        return
            "The history file \(path) is damaged: it contains binary data. The readable lines are kept."
    }

    /// Keeps only the newest lines if there are well too many, including those of other sessions; returns the number of
    /// lines.
    private func shorten(_ file: borrowing LockedFile) throws(LockedFile.Failure) -> Int {
        let lines = HistoryFormat.lines(try file.contents())
        guard lines.count > Self.threshold else { return lines.count }
        let rows = lines.suffix(Self.limit).map(HistoryFormat.row).joined()
        try file.replace(path: path, with: Array(rows.utf8))
        return Self.limit
    }

    /// Creates the file's folder and those above it, with access only for the user.
    private func makeFolder() throws(LockedFile.Failure) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = path[..<slash]
        guard access(String(folder), F_OK) != 0 else { return }
        let ends = folder.indices.dropFirst().filter { folder[$0] == "/" } + [folder.endIndex]
        for parent in ends.map({ String(folder[..<$0]) }) where access(parent, F_OK) != 0 {
            // Another session may create it at the same time.
            guard mkdir(parent, 0o700) != 0, errno != EEXIST else { continue }
            let reason = LockedFile.Failure(errno).reason
            throw LockedFile.Failure(reason: "cannot create the folder \(parent): \(reason)")
        }
    }

    private func warning(_ failure: LockedFile.Failure, _ state: inout State) -> String? {
        guard !state.hasWarned else { return nil }
        state.hasWarned = true
        return
            "Cannot use the history file \(path) (\(failure.reason)); this session keeps its history in memory only."
    }
}

/// The format of the history file: one line per row, UTF-8, newest last, with backslashes and line breaks escaped.
enum HistoryFormat {
    /// The row for a line, including its line break.
    static func row(_ line: String) -> String {
        var row = ""
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\\": row += "\\\\"
            case "\n": row += "\\n"
            default: row.unicodeScalars.append(scalar)
            }
        }
        return row + "\n"
    }

    /// The lines in a file's bytes.
    ///
    /// Invalid UTF-8 is repaired; empty rows and consecutive repeats are dropped.
    static func lines(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for row in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = unescaped(String(decoding: row, as: UTF8.self))
            if !line.isEmpty, line != lines.last { lines.append(line) }
        }
        return lines
    }

    private static func unescaped(_ row: String) -> String {
        guard row.unicodeScalars.contains("\\") else { return row }
        var line = String.UnicodeScalarView()
        var isEscape = false
        for scalar in row.unicodeScalars {
            switch (isEscape, scalar) {
            case (false, "\\"):
                isEscape = true
                continue
            case (true, "n"): line.append("\n")
            case (true, "\\"), (false, _): line.append(scalar)
            case (true, _):
                line.append("\\")
                line.append(scalar)
            }
            isEscape = false
        }
        if isEscape { line.append("\\") }
        return String(line)
    }
}
