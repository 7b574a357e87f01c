package import AggCore
package import AggSource
import Foundation

/// The drop-in files next to a configuration file: one source each, written by `source add` and similar commands.
///
/// config.yml is read and never written.
package struct SourceFiles: SourceConfigurationStore {
    private let location: ConfigurationLocation

    /// Finds the files as `Configuration.read` does; nil if no file is given and there is no home folder.
    package init?(explicit: String? = nil, environment: [String: String]) {
        guard let location = ConfigurationLocation(named: explicit, environment: environment) else { return nil }
        self.location = location
    }

    /// All entries currently in the files.
    ///
    /// - Throws: All faults in the files.
    package func entries() throws(ConfigurationFaults) -> [SourceEntry] {
        let loader = loaded()
        guard loader.faults.isEmpty else { throw ConfigurationFaults(loader.faults) }
        return loader.configuration.sources
    }

    /// Writes a file `sources.d/ID.yml` for each entry.
    ///
    /// - Returns: The path of each file, `.refused` if the file exists, or `.failed` if it cannot be written.
    package func add(_ entries: [SourceEntry]) -> [Result<String, SourceChangeError>] {
        let files = entries.map { (path: file(of: $0.id.text), text: SourceFile.text(of: $0)) }
        let errors = SourceFile.create(files) { file in
            .refused("the file “\(file)” already exists; choose another id with --id, or move the file elsewhere")
        }
        return zip(files, errors).map { file, error in error.map { .failure($0) } ?? .success(file.path) }
    }

    /// Removes the drop-in file that defines a source, those that enable or disable it, and the rejected edits of them.
    ///
    /// - Throws: `.failed` if a file cannot be removed.
    package func remove(_ id: SourceID) throws(SourceChangeError) {
        let files = dropIns(of: id)
        guard files.contains(where: { !$0.entry.isSwitch }) else { return }
        for (file, _) in files {
            try SourceFile.remove(file)
            // “source edit” keeps a text here that could not be applied.
            let rejected = file + ".rejected"
            if FileManager.default.fileExists(atPath: rejected) { try SourceFile.remove(rejected) }
        }
    }

    /// The drop-in file that defines a source; nil if another file or the program defines it.
    package func file(of id: SourceID) -> SourceText? {
        guard let file = definition(of: id)?.file,
            let text = (try? ConfigurationText.read(file)) ?? nil
        else { return nil }
        return SourceText(path: file, text: text)
    }

    /// The entry in the drop-in file that defines a source, whatever faults other files have.
    package func entry(of id: SourceID) -> SourceEntry? { definition(of: id)?.entry }

    /// Rewrites a file.
    ///
    /// - Throws: `.failed` if it cannot be written.
    package func write(_ file: SourceText) throws(SourceChangeError) {
        try SourceFile.write(file.text, to: file.path)
    }

    /// The text of an entry.
    package func text(of entry: SourceEntry) -> String { SourceFile.text(of: entry) }

    /// Writes `enabled` to the source's own file, or else to a file that contains nothing else.
    ///
    /// - Throws: `.failed` if a file cannot be written.
    package func setEnabled(_ isEnabled: Bool, _ id: SourceID) throws(SourceChangeError) {
        let loader = loaded()
        let files = dropIns(of: id)
        if let (file, entry) = files.first(where: { !$0.entry.isSwitch }) {
            try SourceFile.write(SourceFile.text(of: entry, in: file, isEnabled: isEnabled), to: file)
            for (other, entry) in files where entry.isSwitch { try SourceFile.remove(other) }
            return
        }
        let isEnabledWithout = loader.unswitched.first { $0.id.text == id.description }?.isEnabled ?? true
        if isEnabled == isEnabledWithout {
            for (file, _) in files { try SourceFile.remove(file) }
        } else {
            let text = SourceFile.text(of: SourceEntry(id: SourceEntry.Text(id.description), isEnabled: isEnabled))
            if let file = files.first?.file { return try SourceFile.write(text, to: file) }
            let errors = SourceFile.create([(path: file(of: id.description), text: text)]) { file in
                .failed("“\(file)” already exists but does not configure the source \(id); move it elsewhere")
            }
            if let error = errors.compactMap(\.self).first { throw error }
        }
    }

    private func loaded() -> ConfigurationLoader {
        var loader = ConfigurationLoader()
        loader.load(location)
        return loader
    }

    private func definition(of id: SourceID) -> (file: String, entry: SourceEntry)? {
        dropIns(of: id).first { !$0.entry.isSwitch }
    }

    private func dropIns(of id: SourceID) -> [(file: String, entry: SourceEntry)] {
        loaded().dropIns.filter { $0.entry.id.text == id.description }
    }

    private func file(of id: String) -> String { "\(location.sourcesFolder)/\(id).yml" }
}
