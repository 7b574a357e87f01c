package import AggCore

/// What became of a wish to change the sources.
package struct SourceReport: Sendable {
    /// What was done, a sentence each.
    package var messages: [String]
    /// What was found out, a line each.
    package var findings: [String] = []
    /// What is known of the sources it is about; those that are gone left out.
    package var sources: [SourceStatus]
}
