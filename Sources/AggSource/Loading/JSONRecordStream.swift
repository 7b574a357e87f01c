/// Reads records from JSON responses piece by piece and writes them to a sink in full batches.
///
/// One stream handles all responses of a fetch, such as the pages of a list: items are numbered from 1 across them, and
/// a batch may contain records from two pages. Items that cannot be mapped are skipped and counted.
///
/// ```swift
/// var stream = JSONRecordStream(of: "cities", into: sink)
/// try await stream.read(response.body, mapping: mapper.record)
/// return .complete(try await stream.finish(state: state))
/// ```
public struct JSONRecordStream<Sink: BatchSink>: Sendable {
    /// The number of items read so far.
    public private(set) var count = 0
    /// The number of bytes read so far.
    public private(set) var bytes = 0
    /// The items skipped so far.
    public private(set) var skipped = SkippedItems()

    private let items: String
    private let member: String?
    private let sink: Sink
    private let limit: Int
    private var batch = RecordBatch()

    /// Creates a stream that writes to a sink.
    ///
    /// - Parameters:
    ///   - items: The plural name of the items, for error messages.
    ///   - member: The member of the response's object that contains the list, or a path such as `result.records`; nil
    ///     if the response is an array or has one object per line.
    ///   - sink: The destination of the batches.
    ///   - limit: The maximum number of items; the others are ignored.
    public init(of items: String, in member: String? = nil, into sink: Sink, limit: Int = .max) {
        self.items = items
        self.member = member
        self.sink = sink
        self.limit = limit
    }

    /// Reads one response to its end and maps its items in order.
    ///
    /// - Returns: The other members of the response's object, those of inner objects named by their path; empty if the
    ///   response is an array.
    /// - Throws: `SourceError.invalidData` if the response is truncated, is not JSON, or has no list; `.cancelled`; and
    ///   whatever the body or the sink throws.
    @discardableResult
    public mutating func read(
        _ body: HTTPBody,
        mapping record: (JSONValue) throws(MappingFault) -> Record
    ) async throws(SourceError) -> JSONObject {
        var reader = JSONItemReader(member: member)
        let itemsBefore = count
        let skippedBefore = skipped.count
        var offset = 0
        while true {
            if Task.isCancelled { throw .cancelled }
            let piece = try body.read(at: offset)
            if piece.isEmpty { break }
            if offset == 0, piece.starts(with: [0x1F, 0x8B]) {
                throw .invalidData(
                    "(expected a list of \(items), found gzip-compressed data; "
                        + "decompress it, or use a source of the kind “table”)")
            }
            for item in try values(in: piece, &reader) { try await add(item, record) }
            offset += piece.count
            bytes += piece.count
        }
        do { try reader.finish() } catch { throw SourceError(error, itemsBefore: itemsBefore) }
        if reader.count == 1, skipped.count > skippedBefore, reader.isReadingLines {
            throw .invalidData(
                "(expected a list of \(items), found one object: \(skipped.examples.last ?? ""))")
        }
        return reader.members
    }

    /// Writes the last batch, which may be partial, and returns a summary.
    ///
    /// - Throws: Whatever the sink throws.
    public mutating func finish(state: FetchState?, notes: [String] = []) async throws(SourceError) -> FetchSummary {
        try await batch.write(to: sink)
        if Task.isCancelled { throw .cancelled }
        return FetchSummary(state: state, bytes: bytes, skipped: skipped, notes: notes)
    }

    private func values(in piece: [UInt8], _ reader: inout JSONItemReader) throws(SourceError) -> [JSONValue] {
        let itemsBefore = count - reader.count
        do { return try reader.push(piece.span) } catch { throw SourceError(error, itemsBefore: itemsBefore) }
    }

    private mutating func add(
        _ item: JSONValue, _ record: (JSONValue) throws(MappingFault) -> Record
    ) async throws(SourceError) {
        guard count < limit else { return }
        count += 1
        do {
            try batch.add(try record(item))
        } catch {
            skipped.add(item: count, reason: error.reason)
        }
        if batch.isFull { try await batch.write(to: sink) }
    }
}

extension JSONItemReader {
    /// Whether the text has one object per line.
    fileprivate var isReadingLines: Bool {
        if case .lines = place { true } else { false }
    }
}
