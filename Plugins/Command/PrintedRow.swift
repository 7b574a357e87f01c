import AggSource
import ProgramRows

extension JSONValue {
    /// Parses a line that a program printed, given its number.
    ///
    /// - Throws: `SourceError.invalidData` with what is expected of the line, and its start.
    init(printed line: ArraySlice<UInt8>, number: Int, _ environment: ProgramEnvironment) throws(SourceError) {
        do { self = try JSONValue(parsing: line) } catch {
            throw environment.fault(
                in: line, at: "line \(number)", "expected one JSON object per line, but \(error.reason)")
        }
    }
}
