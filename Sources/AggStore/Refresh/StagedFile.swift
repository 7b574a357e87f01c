import AggFiles

/// An unnamed file with consecutive runs, each sorted: the rows collected by a refresh in answer order, or their keys.
struct StagedFile: Sendable {
    /// The file, created with the first run.
    private(set) var file: UnnamedFile?
    /// The byte ranges of the runs.
    private(set) var runs: [Range<Int>] = []
    /// The number of rows, including repeated keys.
    private(set) var count = 0
    /// The numbers of rows with values that not every row has.
    private(set) var optional = OptionalCounts()

    /// Reserves space for a run.
    ///
    /// - Returns: The file to write it to after the previous run has been written.
    /// - Throws: `SystemError`.
    mutating func append(
        bytes: Int, rows: Int, optional: OptionalCounts = OptionalCounts()
    ) throws(SystemError) -> UnnamedFile {
        let file = if let file { file } else { try UnnamedFile() }
        self.file = file
        let start = runs.last?.upperBound ?? 0
        runs.append(start..<start + bytes)
        count += rows
        self.optional += optional
        return file
    }

    /// Readers for all runs, which share a few megabytes of memory.
    func readers() -> [RunReader] {
        guard let file, !runs.isEmpty else { return [] }
        let room = min(max(Self.room / runs.count, 4_096), 1 << 17)
        return runs.map { RunReader(file, $0, room: room) }
    }

    /// A reader for all rows in file order.
    func reader() -> RunReader? {
        guard let file, let last = runs.last else { return nil }
        return RunReader(file, 0..<last.upperBound, room: 1 << 17)
    }

    /// The total memory of all readers, in bytes.
    private static let room = 2 << 20
}

/// How many rows have a value that not every row has, and that an index lists.
struct OptionalCounts: Sendable {
    var alternates = 0
    var dates = 0
    var coordinates = 0

    static func += (counts: inout OptionalCounts, more: OptionalCounts) {
        counts.alternates += more.alternates
        counts.dates += more.dates
        counts.coordinates += more.coordinates
    }
}
