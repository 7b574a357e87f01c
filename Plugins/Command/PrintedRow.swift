import AggSource

extension JSONValue {
    /// Parses a line that a program printed, given its number.
    ///
    /// - Throws: `SourceError.invalidData` with what is expected of the line.
    init(printed line: ArraySlice<UInt8>, number: Int) throws(SourceError) {
        do { self = try JSONValue(parsing: line) } catch {
            throw .invalidData("at line \(number): expected one JSON object per line, but \(error.reason)")
        }
    }
}
