/// `completion`: prints the completion script of a shell.
struct CompletionCommand: Command {
    private static let shells = ["bash", "zsh", "fish"]

    let declaration = CommandDeclaration(
        name: "completion", summary: "Print the completion script for a shell.",
        details: """
            “make install” and the packages install the completion scripts. If only agg itself is installed, load the \
            script when your shell starts: for bash, add “source <(agg completion bash)” to ~/.bashrc; for zsh, add \
            “source <(agg completion zsh)” to ~/.zshrc, after compinit; for fish, write the script to \
            ~/.config/fish/completions/agg.fish.
            """,
        arguments: [.init(name: "SHELL", value: .choice(shells))],
        examples: [
            .init(line: "completion bash", effect: "the script for bash 4.4 and later"),
            .init(line: "completion fish", effect: "the script for fish"),
        ])

    let needsStore = false
    func needsSources(_ words: [Word]) -> Bool { false }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let shell = arguments.words[0].text
        guard Self.shells.contains(shell) else {
            throw CommandError.usage("unknown shell \(Quoted.text(shell)); use bash, zsh, or fish")
        }
        return try CommandOutput(script: ScriptAnswer(text: context.generated(shell)))
    }
}

/// `man`: prints a page of the manual.
struct ManCommand: Command {
    private static let query = "query"

    let declaration = CommandDeclaration(
        name: "man", summary: "Print the manual, or one command's page, in man-page format.",
        details: """
            “make install” and the packages install the manual pages. If only agg itself is installed, “agg man | man \
            -l -” shows the manual, and “agg man search | man -l -” shows the page for one command. At a terminal, \
            “man” shows the same text as “help”.
            """,
        arguments: [.init(name: "COMMAND", value: .command, isOptional: true)],
        forms: [.init(verb: query)],
        examples: [
            .init(line: "man", effect: "the agg manual in man-page format"),
            .init(line: "man search", effect: "the manual page for a command"),
            .init(line: "man query", effect: "the manual page for the query language"),
        ])

    let needsStore = false
    func needsSources(_ words: [Word]) -> Bool { false }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let word = arguments.words.first else {
            return try CommandOutput(
                script: ScriptAnswer(text: context.generated("man"), page: ProgramDeclaration.agg.help))
        }
        if word.text == Self.query {
            return try CommandOutput(script: ScriptAnswer(text: context.generated("man-query"), page: QueryHelp.text))
        }
        let command = try context.commands.resolve(word).declaration
        let text = try context.generated("man-\(command.name)")
        return CommandOutput(script: ScriptAnswer(text: text, page: HelpText.page(command)))
    }
}

extension CommandOutput {
    /// The output of a command whose answer another program reads, whatever the setting “mode”.
    fileprivate init(script: ScriptAnswer) {
        self.init(script)
        format = .table
    }
}
