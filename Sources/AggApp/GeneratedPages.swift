import AggCommands
import AggConfiguration
import AggCore

/// What `--generate` writes: what the commands declare, and what the sources and the configuration do.
struct GeneratedPages {
    let kinds: [any DataSource.Type]

    /// The text of a name: one of ``GeneratedText``, `configuration`, `keys-KIND` or `columns-ID`.
    ///
    /// - Throws: A usage error that lists the names.
    func text(_ name: String) throws -> String {
        if let text = GeneratedText.text(name, of: .agg, version: Version.text) { return text }
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
            "--generate takes \(names), man-COMMAND, keys-KIND or columns-ID, not \(Quoted.text(name))")
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

    /// The built-in source of an id; else one of the kind of that name, as it is without any key.
    private func source(_ name: String) throws -> (any DataSource)? {
        let registry = try SourceRegistry(kinds: kinds)
        if let id = SourceID(name), let instance = registry[id] { return instance.dataSource }
        guard kinds.contains(where: { $0.kind.description == name }) else { return nil }
        let entry = SourceEntry(builtIn: name, kind: SourceKind(name))
        return try SourceRegistry(kinds: kinds, entries: [entry]).instances.first { $0.id.description == name }?
            .dataSource
    }
}
