import AggFiles

/// The rows that a refresh gathered, in a file without a name: runs one behind the other, each in the order of answers.
struct StagedFile: Sendable {
    /// The file, made with the first run.
    private(set) var file: UnnamedFile?
    /// Where the runs lie in it, in bytes.
    private(set) var runs: [Range<Int>] = []
    /// The number of rows, repeats of a key included.
    private(set) var count = 0

    /// Makes room for a run.
    ///
    /// - Returns: The file to write it to, once the run before is written.
    /// - Throws: `SystemError`.
    mutating func append(_ run: StagedRun) throws(SystemError) -> UnnamedFile {
        let file = if let file { file } else { try UnnamedFile() }
        self.file = file
        let start = runs.last?.upperBound ?? 0
        runs.append(start..<start + run.bytes.count)
        count += run.count
        return file
    }

    /// Readers of all runs, which share some megabytes of memory.
    func readers() -> [RunReader] {
        guard let file, !runs.isEmpty else { return [] }
        let room = min(max(Self.room / runs.count, 4_096), 1 << 17)
        return runs.map { RunReader(file, $0, room: room) }
    }

    /// A reader of all rows, as they lie in the file.
    func reader() -> RunReader? {
        guard let file, let last = runs.last else { return nil }
        return RunReader(file, 0..<last.upperBound, room: 1 << 17)
    }

    /// How much all readers hold at once, in bytes.
    private static let room = 2 << 20
}
