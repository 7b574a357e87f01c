import AggSource

/// The versions of a stream's rows in one sync: rows of an older version than the active one no longer exist.
///
/// Written rows cannot be removed one by one, so once a second version comes, rows wait until it is known which ones stay.
struct SingerVersions: Sendable {
    /// A row, its version, and the number of its bytes.
    typealias Row = (row: JSONValue, version: Int?, size: Int)

    /// What to do with a row.
    enum Decision {
        case write
        case wait
        case drop
    }

    /// The maximum size of the waiting rows, in bytes.
    private static let mostBytes = 64_000_000

    /// The highest version that was activated; nil if none was.
    private(set) var active: Int?
    /// The highest version of a row; nil if none had one.
    private(set) var newest: Int?
    private var hasWritten = false
    /// The version of the written rows, which all have the same one or none.
    private var written: Int?
    private var waiting: [Row] = []
    private var bytes = 0

    /// The version of all rows that were not dropped; nil if they have none, or not the same one.
    var common: Int? {
        waiting.allSatisfy { $0.version == written } ? written : nil
    }

    /// Decides what to do with a row; one that waits is kept here.
    ///
    /// - Throws: `SourceError.invalidData` if too many rows wait.
    mutating func decide(_ row: Row) throws(SourceError) -> Decision {
        if isOld(row.version) { return .drop }
        if let version = row.version { newest = max(version, newest ?? version) }
        if waiting.isEmpty, !hasWritten || written == row.version {
            (hasWritten, written) = (true, row.version)
            return .write
        }
        waiting.append(row)
        bytes += row.size
        guard bytes <= Self.mostBytes else {
            throw .invalidData(
                "from the tap: it sent more than \(ByteCount.text(Self.mostBytes)) of rows in several versions without "
                    + "activating one")
        }
        return .wait
    }

    /// Activates a version; returns whether the written rows must be discarded.
    mutating func activate(_ version: Int) -> Bool {
        active = max(version, active ?? version)
        guard isOld(written) else { return false }
        (hasWritten, written) = (false, nil)
        return true
    }

    /// Returns the waiting rows, which no longer wait.
    mutating func takeWaiting() -> [Row] {
        defer { (waiting, bytes) = ([], 0) }
        return waiting
    }

    private func isOld(_ version: Int?) -> Bool {
        guard let version, let active else { return false }
        return version < active
    }
}
