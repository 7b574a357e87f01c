extension ProgramDeclaration {
    package static let agg = ProgramDeclaration(
        name: "agg",
        summary:
            "One prompt for all your public data: search a local mirror from a session, a script, or a single command.",
        details: [
            """
            Without a command, agg starts a session at a terminal; else it runs the lines of its standard input as a script, \
            one command a line. With -c it runs the lines of a text, and with a command on its own command line just that \
            one. The commands are the same everywhere.
            """,
            """
            A line is split at blanks. A quote at the start of a word, or behind name:, opens a quoted word where a quote at \
            the end of a word on the same line closes it; else it is a letter. A backslash escapes a blank, a quote, a \
            backslash, “;”, “#”, “|” and “>”. “;” at the end of a word separates commands. A line whose first word is “--” \
            or begins with “#” is a comment, and so is the rest of a line from a word that begins with “#”.
            """,
            """
            > FILE and >> FILE behind a command write its answer to a file, and | COMMAND hands it to a command of the \
            system's shell, in the form that was asked for, with colors only where they are forced. The signs count only as words of their own; \
            quoted or escaped they are letters. \\G as the last word shows one record at a time. On the program's own \
            command line these signs are letters too, since the shell it is typed in has them already.
            """,
            """
            An answer that does not fit the terminal is shown by the pager of set pager: $PAGER, else less -FRSX; JSON, which \
            is one line, is not. Only \
            answers go to standard output; remarks, errors and the log go to standard error.
            """,
            """
            The startup file aggrc is run before a session, a script and a single command, so that its settings hold in all \
            three; what its commands answer is not shown, and its errors do not change the status. --no-init leaves it \
            out, and the kept settings with it.
            """,
        ],
        options: ProgramOption.all,
        commands: CommandRegistry.builtIn.commands.map(\.declaration),
        examples: [
            .init(line: "agg", effect: "start a session, where each of these lines is typed without the first word"),
            .init(line: "agg refresh cities", effect: "fetch a source; before that it has a small sample"),
            .init(line: "agg search london", effect: "search all sources"),
            .init(line: "agg list github sort:-stars --limit 5", effect: "the records of one source, in an order"),
            .init(line: "agg search country:FR --format csv", effect: "by a column, for another program"),
            .init(line: "agg sources", effect: "what there is, how old it is, and why"),
            .init(line: "agg help search", effect: "what a command takes, with examples"),
        ],
        statuses: [
            (.done, "done; an empty result is a result"), (.failed, "a command failed"),
            (.usage, "the command line, a line of a script or the configuration is wrong"),
            (.notAuthorized, "a refresh failed for want of a token, and nothing is stored"),
            (.sourceFailed, "a refresh failed, and nothing is stored"),
            (
                .partial,
                "a refresh failed, but another source answered or stored rows serve; with --strict, rows were stale or "
                    + "from a starter sample"
            ),
            (.rateLimited, "a refresh was rate limited, and nothing is stored"),
            (.alerts, "alerts has new matches"), (.interrupted, "interrupted"),
        ],
        environment: [
            ("AGG_CONFIG", "the configuration file"), ("AGG_STORE", "the folder of the store"),
            ("GITHUB_TOKEN, SODA_APP_TOKEN", "tokens for their sources; never logged"),
            ("AGG_WEBHOOK_SECRET", "the secret that messages to webhooks are signed with; never logged"),
            (
                "NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM",
                "whether answers are colored, where neither set nor --color says so"
            ),
            ("PAGER, LESS", "what shows long answers, and its options"),
            ("COLUMNS", "the width of the terminal, where it is not the true one"),
            ("LC_ALL, LC_CTYPE, LANG", "a character set other than UTF-8 gets plain ASCII at a terminal"),
            ("XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME", "where the files lie"),
            ("http_proxy, https_proxy, all_proxy, no_proxy", "the way to the network"),
            ("CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR", "certificates to trust in place of the system's"),
        ],
        files: [
            ("$XDG_CONFIG_HOME/agg/config.yml", "the configuration; none is needed"),
            ("$XDG_CONFIG_HOME/agg/sources.d/ID.yml", "one source each, written by source add"),
            ("$XDG_CONFIG_HOME/agg/aggrc", "commands that run first, such as set"),
            (
                "$XDG_DATA_HOME/agg/",
                "the store: mirror.sqlite can be fetched again, user.sqlite is yours, user.backup.sqlite and "
                    + "user.backup.1.sqlite are its backups"
            ),
            ("$XDG_STATE_HOME/agg/history", "the lines that were typed"),
        ])
}

extension CommandRegistry {
    /// The built-in commands.
    package static let builtIn = CommandRegistry([
        AlertsCommand(), ChangesCommand(), ChartCommand(), CompletionCommand(), CountCommand(), DoctorCommand(),
        EditCommand(), ExitCommand(), ExplainCommand(), FacetCommand(), FavoriteCommand(), FavoritesCommand(),
        HelpCommand(),
        HistoryCommand(), LastCommand(), ListCommand(), LiveCommand(), ManCommand(), MapCommand(), MCPCommand(),
        NearCommand(), NewsCommand(), OpenCommand(), ReadCommand(), RefreshCommand(), RelatedCommand(), RelinkCommand(),
        RunCommand(), SaveCommand(),
        SavedCommand(), SchemaCommand(), SearchCommand(), ServeCommand(), SetCommand(), ShowCommand(), SourceCommand(),
        SourcesCommand(), SQLCommand(), StoreCommand(), UnfavoriteCommand(), UnsaveCommand(), WatchCommand(),
    ])
}
