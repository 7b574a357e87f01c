import AggCore
import AggSource
import Testing

/// Faults in the modules themselves, for their authors to fix.
@Suite struct ModuleFaultTests {
    private func faults(_ kinds: any DataSource.Type...) -> [String] {
        do throws(ConfigurationFaults) {
            _ = try SourceRegistry(kinds: kinds)
            return []
        } catch {
            return error.faults.map(\.line)
        }
    }

    @Test func `names a kind and an id that appear twice`() {
        #expect(
            faults(BoxSource.self, BoxSource.self) == [
                "two modules declare the kind “box”", "two built-in sources have the id “red-box”",
                "two built-in sources have the id “blue-box”",
            ])
    }

    @Test func `names what is wrong with a kind, its parameters, and its columns`() {
        #expect(
            faults(SloppySource.self) == [
                "invalid kind “Sloppy Kind”: use lowercase letters, digits, and hyphens",
                "Sloppy Kind: the parameter “Url” is invalid: use lowercase letters, digits, underscores, and dots",
                "Sloppy Kind: the parameter “rows” has the invalid default “many”; expected a whole number from 1 to 9",
                "Sloppy Kind: the parameter “rows” is declared twice or is already a key of every source",
                "Sloppy Kind: the parameter “rows” has no help",
                "Sloppy Kind: the parameter “fresh_for” is declared twice or is already a key of every source",
                "Sloppy Kind: the parameter “kind” is declared twice or is already a key of every source",
                "sloppy: the column “Name” is invalid: use lowercase letters, digits, and underscores",
                "sloppy: the column “source” has the name of a query qualifier, so no query could use it",
                "sloppy: the column “date” has the name of a query qualifier, so no query could use it",
                "sloppy: the column “size” appears twice",
                "sloppy: the column “size” has no summary",
            ])
    }

    @Test func `names the entry whose columns are wrong`() {
        #expect(
            throws: ConfigurationFaults([
                ConfigurationFault(
                    "trees: the column “Size” is invalid: use lowercase letters, digits, and underscores",
                    at: ConfigurationPlace(file: "c", line: 7))
            ])
        ) {
            _ = try SourceRegistry(
                kinds: [ColumnSource.self], entries: [.entry("trees", kind: "column", ["column": "Size"], line: 7)])
        }
    }
}

/// A kind with one configured column.
private struct ColumnSource: DataSource {
    static let kind: SourceKind = "column"
    static let summary = "One column."
    static let plural = "columns"
    static let parameters = [Parameter("column", .text, help: "A column.")]
    static let builtIns: [SourceEntry] = []

    let columns: [Column]
    let policy = SourcePolicy()
    let mappingVersion = 1
    let starter: StarterSample? = nil

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        columns = [Column(configuration.text("column") ?? "size", .text, "A column.")]
    }

    func fetcher(_ services: SourceServices) -> any RecordFetcher {
        StubFetcher { _, _ in .complete(FetchSummary()) }
    }
}

/// A kind with everything wrong.
private struct SloppySource: DataSource {
    static let kind: SourceKind = "Sloppy Kind"
    static let summary = ""
    static let parameters = [
        Parameter("Url", .text, help: "An address."),
        Parameter("rows", .integer(1...9), default: "many", help: "Rows."),
        Parameter("rows", .text, help: ""),
        Parameter("fresh_for", .duration, help: "An age."),
        Parameter("kind", .text, help: "A kind."),
    ]
    static let builtIns = [SourceEntry(builtIn: "sloppy", kind: kind)]

    let columns = [
        Column("Name", .text, "The name."), Column("source", .text, "The source."), Column("date", .date, "The date."),
        Column("size", .text, "The size."),
        Column("size", .text, ""),
    ]
    let policy = SourcePolicy()
    let mappingVersion = 1
    let starter: StarterSample? = nil

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {}

    func fetcher(_ services: SourceServices) -> any RecordFetcher {
        StubFetcher { _, _ in .complete(FetchSummary()) }
    }
}
