package import AggSearch
import AggSource

/// A command: its declaration and its behavior.
///
/// All of them are listed in `CommandRegistry`.
package protocol Command: Sendable {
    /// The declaration.
    var declaration: CommandDeclaration { get }
    /// Whether it needs a store; a command that only explains agg itself does not.
    var needsStore: Bool { get }
    /// Whether it needs the configured sources; other commands run even if the configuration has faults.
    func needsSources(_ words: [Word]) -> Bool
    /// Whether it shows rows of the sources, so that `--max-age` and `--strict` apply.
    var readsRecords: Bool { get }
    /// Whether it shows the user's data along with other data, so that it says if the user's cannot be read.
    var showsUserData: Bool { get }
    /// Whether it can run again and again without the user, as saved searches and `watch` do.
    var isRepeatable: Bool { get }
    /// Whether it returns its own table, whose columns are known only afterward.
    var answersTable: Bool { get }
    /// The columns of its answer if they are always the same; nil for those of records, or if it has none.
    func columns(of arguments: Arguments) -> [String]?
    /// The ids of the only sources whose rows it shows, as typed; nil for any source.
    func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]?

    /// The words of a command to run instead; nil to run this one.
    ///
    /// - Throws: `CommandError`.
    func replacement(for words: [Word], in context: CommandContext) async throws -> [Word]?

    /// The query of the records it shows; nil if it shows other records or none.
    ///
    /// - Throws: `CommandError`, `QueryFault`.
    func query(of arguments: Arguments, in context: CommandContext) async throws -> SearchQuery?

    /// The record that the first word refers to by a row number; nil if it is none.
    ///
    /// - Throws: `CommandError`.
    func numberedRecord(of arguments: Arguments, in context: CommandContext) async throws -> RecordAddress?

    /// Runs the command.
    ///
    /// - Throws: `CommandError`; no data is lost.
    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput
}

extension Command {
    /// True: most commands read or write the store.
    package var needsStore: Bool { true }

    /// True: most commands are about the sources.
    package func needsSources(_ words: [Word]) -> Bool { true }

    /// False: most commands show no rows.
    package var readsRecords: Bool { false }

    /// Whether it shows rows of the sources: which of them are favorites is the user's data.
    package var showsUserData: Bool { readsRecords }

    /// True: most commands run without the user.
    package var isRepeatable: Bool { true }

    /// False: the columns of most commands are known in advance.
    package var answersTable: Bool { false }

    /// Nil: most answers have the columns of records.
    package func columns(of arguments: Arguments) -> [String]? { nil }

    /// Nil: most commands run themselves.
    package func replacement(for words: [Word], in context: CommandContext) async throws -> [Word]? {
        nil
    }

    /// Nil: most commands show no records that a query finds.
    package func query(of arguments: Arguments, in context: CommandContext) async throws -> SearchQuery? { nil }

    /// The row number, if the first argument is a record.
    package func numberedRecord(of arguments: Arguments, in context: CommandContext) async throws -> RecordAddress? {
        guard case .record? = declaration.arguments.first?.value, let word = arguments.words.first,
            Int(word.text) != nil
        else { return nil }
        return try context.address(word, for: declaration)
    }

    /// Those that the words restrict a query to; nil if it is edited later, as in `live`.
    ///
    /// A column or place before the query counts as a word to search for, which restricts it to no source.
    package func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]? {
        guard declaration.takesQuery, isRepeatable else { return nil }
        return (try? context.query(arguments.words))?.sources?.map(\.description)
    }
}
