import Foundation

/// The options of `save` for new matches, which appear among the words of the saved command.
struct WatchOptions {
    /// The shell command that gets them.
    var command: String?
    /// The URL to send them to.
    var webhook: String?

    private static let watch = Option("--watch", help: "Report new matches after each refresh.")
    private static let notify = Option("--notify", "COMMAND", help: "Run a shell command for new matches.")
    private static let hook = Option("--webhook", "URL", help: "Send new matches to this URL.")

    /// All of them.
    static let all: [any DeclaredOption] = [watch, notify, hook]

    /// Removes the options from the words; nil if the search is not watched.
    ///
    /// - Throws: A usage error for an option without its value.
    static func read(
        _ words: [Word], help declaration: CommandDeclaration
    ) throws(CommandError) -> (options: WatchOptions?, words: [Word]) {
        var options: WatchOptions?
        var rest: [Word] = []
        var index = words.startIndex
        while index < words.endIndex {
            let word = words[index]
            index += 1
            let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard word.isOption, all.contains(where: { $0.name == parts[0] }) else {
                rest.append(word)
                // The rest belongs to the query.
                guard word.text == "--", word.literalFrom == nil else { continue }
                rest += words[index...]
                break
            }
            var found = options ?? WatchOptions()
            if parts[0] != watch.name {
                guard parts.count > 1 || index < words.endIndex else {
                    throw .usage("\(parts[0]) requires a value", help: declaration)
                }
                let value = parts.count > 1 ? parts[1] : words[index].text
                if parts.count == 1 { index += 1 }
                if parts[0] == notify.name {
                    found.command = try command(value, declaration)
                } else {
                    found.webhook = try address(value, declaration)
                }
            }
            options = found
        }
        if options?.command != nil, options?.webhook != nil {
            throw .usage(
                "use either --notify or --webhook; to use both, save the search under two names", help: declaration)
        }
        return (options, rest)
    }

    /// Checks a shell command for new matches.
    ///
    /// - Throws: A usage error if it is blank.
    static func command(_ text: String, _ declaration: CommandDeclaration) throws(CommandError) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw .usage("--notify takes a shell command, not \(Quoted.text(text))", help: declaration)
        }
        return text
    }

    private static func address(_ text: String, _ declaration: CommandDeclaration) throws(CommandError) -> String {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw .usage("--webhook takes an http or https URL, not \(Quoted.text(text))", help: declaration)
        }
        return text
    }
}
