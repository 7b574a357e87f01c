import AggCommands
import AggConfiguration
import AggCore
import AggSource
import Foundation

/// The output of `--generate`: what the commands, the sources, and the configuration declare.
struct GeneratedPages {
    let kinds: [any DataSource.Type]
    let environment: [String: String]

    /// The text with a given name: one of ``GeneratedText``, `configuration`, `keys-KIND`, or `columns-ID`.
    ///
    /// - Throws: A usage error that lists the names.
    func text(_ name: String) throws -> String {
        if let text = GeneratedText.text(name, of: .agg, version: Version.text, date: date) { return text }
        if name == "configuration" { return ConfigurationPage.markdown(kinds: kinds, sections: sections) }
        let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
        if parts.count == 2, parts[0] == "keys", let kind = kinds.first(where: { $0.kind.description == parts[1] }) {
            return SourceTables.keys(of: kind) + "\n"
        }
        if parts.count == 2, parts[0] == "columns", let source = try source(parts[1]) {
            return SourceTables.columns(of: source) + "\n"
        }
        let names = (GeneratedText.names + ["configuration"]).joined(separator: ", ")
        throw CommandError.usage(
            "--generate takes \(names), man-COMMAND, keys-KIND, or columns-ID, not \(Quoted.text(name))")
    }

    /// The day in SOURCE_DATE_EPOCH, as build tools use it to make output reproducible; otherwise the date of the version.
    private var date: String {
        guard let seconds = environment["SOURCE_DATE_EPOCH"].flatMap(Double.init), abs(seconds) < 1e11 else {
            return Version.date
        }
        return Date(timeIntervalSince1970: seconds).formatted(.iso8601.year().month().day())
    }

    private var sections: [(name: String, keys: [ConfigurationPage.Key])] {
        ConfigurationKey.sections.map { section in
            (
                section.name,
                section.keys.map {
                    ConfigurationPage.Key(
                        name: $0.name, expectation: $0.expectation, standard: $0.standard, help: $0.help)
                }
            )
        }
    }

    /// The built-in source with an id, or else a source of the kind with that name, without any keys.
    private func source(_ name: String) throws -> (any DataSource)? {
        let registry = try SourceRegistry(kinds: kinds)
        if let id = SourceID(name), let instance = registry[id] { return instance.dataSource }
        guard kinds.contains(where: { $0.kind.description == name }) else { return nil }
        let entry = SourceEntry(builtIn: name, kind: SourceKind(name))
        return try SourceRegistry(kinds: kinds, entries: [entry]).instances.first { $0.id.description == name }?
            .dataSource
    }
}
