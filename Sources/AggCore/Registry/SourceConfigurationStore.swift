package import AggSource
package import AggStorage

/// The port to the files that configure sources: reads them all, and writes one file a source, never the user's own.
package protocol SourceConfigurationStore: Sendable {
    /// Every entry of the files as they are now, in their order, each id once.
    ///
    /// - Throws: Every fault of the files.
    func entries() throws(ConfigurationFaults) -> [SourceEntry]

    /// Writes the file of a new source; never over another one.
    ///
    /// - Returns: The path of the file.
    /// - Throws: `SourceChangeError.refused` where there is such a file, `.failed` where it cannot be written.
    func add(_ entry: SourceEntry) throws(SourceChangeError) -> String

    /// Removes the file that makes a source; false where the source is not of a file of its own.
    ///
    /// - Throws: `SourceChangeError.failed` where the file cannot be removed.
    func remove(_ id: SourceID) throws(SourceChangeError) -> Bool

    /// Says in a file of the source's own whether it is loaded, whatever else makes it.
    ///
    /// - Throws: `SourceChangeError.failed` where the file cannot be written.
    func setEnabled(_ isEnabled: Bool, _ id: SourceID) throws(SourceChangeError)
}

/// Why the configured sources could not be changed.
package enum SourceChangeError: Error, Hashable, Sendable {
    /// What is wished for makes no sense; a sentence with what to do.
    case refused(String)
    /// The source would not be right, or the files are not; every fault.
    case faults(ConfigurationFaults)
    /// A file could not be written or removed; a sentence.
    case failed(String)
    /// The address was not reached, or is not what the kind reads.
    case source(SourceError)
    /// The rows could not be removed.
    case store(StoreError)
}
