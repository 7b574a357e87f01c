package import AggSource
package import AggStorage

/// The port for the configuration files: reads them all, and writes one file per source, never the user's own file.
package protocol SourceConfigurationStore: Sendable {
    /// All entries currently in the files, in order, each id once.
    ///
    /// - Throws: All faults in the files.
    func entries() throws(ConfigurationFaults) -> [SourceEntry]

    /// Writes the files of new sources; never overwrites an existing one.
    ///
    /// - Returns: The path of each file, `.refused` if the file exists, or `.failed` if it cannot be written.
    func add(_ entries: [SourceEntry]) -> [Result<String, SourceChangeError>]

    /// Removes the file that defines a source; does nothing if the source has no such file.
    ///
    /// - Throws: `SourceChangeError.failed` if the file cannot be removed.
    func remove(_ id: SourceID) throws(SourceChangeError)

    /// The file that defines only this source; nil if there is none.
    func file(of id: SourceID) -> SourceText?

    /// The entry in that file, whatever faults other files have; nil if there is none.
    func entry(of id: SourceID) -> SourceEntry?

    /// Replaces the text of a source's own file.
    ///
    /// - Throws: `SourceChangeError.failed` if the file cannot be written.
    func write(_ file: SourceText) throws(SourceChangeError)

    /// The text of a file that contains only this entry.
    func text(of entry: SourceEntry) -> String

    /// Records in the source's own file whether it is enabled, wherever the source is defined.
    ///
    /// - Throws: `SourceChangeError.failed` if the file cannot be written.
    func setEnabled(_ isEnabled: Bool, _ id: SourceID) throws(SourceChangeError)
}

/// The file that configures one source.
package struct SourceText: Hashable, Sendable {
    /// The path of the file.
    package var path: String
    /// The content.
    package var text: String

    /// Creates a file.
    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// Why the sources' configuration could not be changed.
package enum SourceChangeError: Error, Hashable, Sendable {
    /// The request makes no sense; a sentence that says what to do.
    case refused(String)
    /// The new source or the existing files are invalid; all faults.
    case faults(ConfigurationFaults)
    /// A file could not be written or removed; a sentence.
    case failed(String)
    /// The URL could not be reached, or the kind cannot read it.
    case source(SourceError)
    /// The rows could not be removed.
    case store(StoreError)
}
