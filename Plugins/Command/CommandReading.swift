import AggSource
import ProgramRows

/// Reads the lines of one run of a program as rows.
struct CommandReading<Sink: BatchSink> {
    private var lines = LineSplitter(limit: Record.greatestSize)
    private var rows: RowReading<Sink>
    private let environment: ProgramEnvironment
    private let progress: ProgressReporter
    private var bytes = 0

    /// The column of the inferred key; nil if it is configured.
    var inferredKey: String? { rows.inferredKey }

    /// The names of the rows' columns.
    var names: [String] { rows.names.all }

    init(_ plan: RowPlan, _ environment: ProgramEnvironment, progress: ProgressReporter, sink: Sink) {
        rows = RowReading(plan, into: sink)
        self.environment = environment
        self.progress = progress
    }

    mutating func push(_ piece: [UInt8]) async throws(SourceError) {
        bytes += piece.count
        progress.report(.bytes(received: bytes, expected: nil))
        var lines = lines
        try await lines.push(piece) { line, number throws(SourceError) in try await add(line, number) }
        self.lines = lines
    }

    /// Reads the last line; returns the summary, and whether the rows must be read again with another key.
    mutating func finish() async throws(SourceError) -> (summary: FetchSummary, repeatsKey: Bool) {
        var lines = lines
        try await lines.finish { line, number throws(SourceError) in try await add(line, number) }
        return (try await rows.finish(state: nil, bytes: bytes), rows.repeatsChosenKey)
    }

    private mutating func add(_ line: ArraySlice<UInt8>, _ number: Int) async throws(SourceError) {
        let row = try JSONValue(printed: line, number: number, environment)
        try await rows.add(row, number: number, size: line.count, bytes: line)
    }
}
