/// A verb: what it is called and takes, and what it does.
///
/// One file each, listed in `CommandRegistry`.
package protocol Command: Sendable {
    /// All that is said of it.
    var declaration: CommandDeclaration { get }
    /// Whether it shows rows of the sources, so that `--max-age` and `--strict` concern it.
    var readsRecords: Bool { get }
    /// Whether it answers with a table of its own, whose columns are known when it is there.
    var answersTable: Bool { get }
    /// The ids of the only sources whose rows it shows, as they were typed; nil if it may show any source's.
    func sourcesRead(by arguments: Arguments) -> [String]?

    /// The words of the command that runs in its place; nil if it runs itself.
    ///
    /// - Throws: `CommandError`.
    func replacement(for words: [Word], in context: CommandContext) async throws -> [Word]?

    /// Does it.
    ///
    /// - Throws: `CommandError`; nothing is lost then.
    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput
}

extension Command {
    /// Most commands show no rows.
    package var readsRecords: Bool { false }

    /// Most commands answer with columns that are known before.
    package var answersTable: Bool { false }

    /// Most commands run themselves.
    package func replacement(for words: [Word], in context: CommandContext) async throws -> [Word]? {
        nil
    }

    /// Most commands that show rows show those of any source.
    package func sourcesRead(by arguments: Arguments) -> [String]? { nil }
}
