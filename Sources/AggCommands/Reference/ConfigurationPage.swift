package import AggSource

/// The configuration page, in Markdown, with every key.
package enum ConfigurationPage {
    /// A key outside the sources.
    package struct Key: Sendable {
        /// The name within its section.
        package let name: String
        /// The expected value, as part of a sentence.
        package let expectation: String
        /// The value that holds unless it is set; empty if it is not one text.
        package let standard: String
        /// A one-sentence description.
        package let help: String

        /// Creates a key.
        package init(name: String, expectation: String, standard: String, help: String) {
            self.name = name
            self.expectation = expectation
            self.standard = standard
            self.help = help
        }
    }

    /// The whole page.
    package static func markdown(
        kinds: [any DataSource.Type], sections: [(name: String, keys: [Key])]
    ) -> String {
        let parts =
            [introduction, "## Every source", SourceTables.commonKeys]
            + kinds.flatMap { kind in
                ["## Kind `\(kind.kind)`", "\(kind.summary)\(builtIns(of: kind))"]
                    + (kind.parameters.isEmpty ? [] : [SourceTables.keys(of: kind)])
            }
            + sections.flatMap { section in
                [
                    "## `\(section.name)`",
                    MarkdownTable.text(
                        SourceTables.head,
                        section.keys.map { key in
                            let standard = key.standard.isEmpty ? "" : "`\(key.standard)`"
                            return ["`\(key.name)`", key.expectation, standard, key.help]
                        }),
                ]
            }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func builtIns(of kind: any DataSource.Type) -> String {
        let ids = kind.builtIns.map { "`\($0.id.text)`" }.joined(separator: ", ")
        return ids.isEmpty ? "" : " Built in: \(ids)."
    }

    private static let introduction = """
        # Configuration

        This page is made from the declarations of the sources and settings by `make docs`.

        None is needed. `$XDG_CONFIG_HOME/agg/config.yml` (or `--config`, `AGG_CONFIG`) is merged over what is built in: an entry of \
        `sources` with the id of a built-in source replaces the values it names, a new id adds a source of its kind. Each file \
        `sources.d/ID.yml` beside it holds the keys of one source; `source add` writes them, and `config.yml` is never written. A file \
        that says nothing but `enabled: false` switches a source off.

        ```yaml
        sources:
          - {id: cities, url: "https://example.org/cities.json", fresh_for: 7d}
          - {id: feed, enabled: false}
          - {id: qemu, kind: feed, url: "https://www.qemu.org/feed.xml"}
        favorites: {limit: 1000}
        network: {deadline: 10m}
        ```

        Every fault is said at once with its file and line, as `config.yml:2: unknown key “uri”; did you mean “url”?`, and nothing \
        runs until all are mended. What `set` changes at the prompt, and the options and variables, stand in the \
        [command reference](CommandReference.md#settings).

        ## A store on a server

        `store: postgresql://db.example.org/agg` (or `--store`, `AGG_STORE`) keeps rows and favorites on a PostgreSQL server that a \
        team shares; without it, the store is a folder. The address takes the forms of libpq: several hosts, a unix socket \
        (`postgresql:///agg?host=/run/postgresql`), a service (`postgresql:///?service=agg`). A password belongs in `~/.pgpass`, the \
        service file, or `PGPASSWORD`, never in the address. Any other host must have a valid certificate (`verify-full`) unless \
        `sslmode` says otherwise, and has five seconds to answer (`connect_timeout`).

        `agg store init` makes the schema `agg` and three roles, and shows the statements first. Whoever is granted `agg_reader` \
        searches and keeps favorites, `agg_refresher` also refreshes, and `agg_owner` owns the tables. Of several hosts, reads go to a \
        replica and writes to the primary. A pooler such as pgbouncer may stand in between, in any mode. libpq.so.5 (Debian: `libpq5`) \
        has to be installed.
        """
}
