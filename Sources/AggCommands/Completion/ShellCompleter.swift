package import AggCore

/// Completes the word at the cursor of a shell, for the scripts that `--generate` writes.
///
/// The first line of the answer is its type, `words`, `files`, or `folders`, followed by a tab and any part of the
/// typed word before a file name, such as `--config=`. Each word has a line, with its help after a tab.
package struct ShellCompleter: Sendable {
    private let line: ShellLine
    private let commands: CommandRegistry
    private let registry: SourceRegistry
    private let aggregator: Aggregator?

    /// Creates a completer; without an aggregator it has no store.
    package init(
        _ line: ShellLine, commands: CommandRegistry = .builtIn, registry: SourceRegistry, aggregator: Aggregator?
    ) {
        self.line = line
        self.commands = commands
        self.registry = registry
        self.aggregator = aggregator
    }

    /// The answer; each line ends in a newline.
    package func answer() async -> String {
        switch line.place {
        case .value(.file, _): "files\t\(line.prefix)\n"
        case .value(.folder, _): "folders\t\(line.prefix)\n"
        default: "words\n" + (await words()).compactMap(written).joined()
        }
    }

    private func words() async -> [CompletionCandidate] {
        switch line.place {
        case .command: return await provider.words(for: .command, typed: line.typed).words
        case .option:
            return line.options.filter { $0.text.hasPrefix(line.typed) }.sorted { $0.text < $1.text }
        case .value(let value, let verbs):
            var words: [CompletionCandidate] = []
            if let value {
                let found = await provider.words(for: value, typed: line.typed, behind: line.plain)
                // A shell inserts the common prefix: if there are more words, that must be the typed text and nothing
                // else.
                words = found.words + (found.isCut ? [CompletionCandidate(text: line.typed)] : [])
            }
            if line.command?.name == RunCommand.name {
                words += await provider.parameters(behind: line.plain, typed: line.typed)
            }
            let known = Set(words.map(\.text))
            return words
                + verbs.filter { $0.hasPrefix(line.typed) && !known.contains($0) }.map { CompletionCandidate(text: $0) }
        }
    }

    private var provider: CompletionProvider {
        CompletionProvider(commands: commands, registry: registry, aggregator: aggregator)
    }

    /// A line of the answer; nil for a word with control characters, which would break the format.
    private func written(_ candidate: CompletionCandidate) -> String? {
        let text = line.prefix + candidate.text
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
        return candidate.help.isEmpty ? text + "\n" : "\(text)\t\(candidate.help)\n"
    }
}
