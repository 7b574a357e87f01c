extension ProgramDeclaration {
    package static let agg = ProgramDeclaration(
        name: "agg",
        summary:
            "One prompt for all your public data: search a local mirror from a session, a script, or a single command.",
        details: [
            """
            Without a command, agg starts a session if it runs in a terminal; otherwise, it runs standard input as a \
            script, one command per line. With -c, agg runs the given commands; with COMMAND, it runs only that \
            command. The same commands work in sessions, in scripts, and on the command line.
            """,
            """
            A line is split at spaces. A quote opens a quoted word if it is at the start of a word, after the hyphen \
            in -"PHRASE", or after the colon in NAME:VALUE. The quoted word ends at the next quote of the same kind \
            that is at the end of a word. Without a closing quote on the line, the opening quote is an ordinary \
            character. A backslash escapes a space, a quote, a backslash, “;”, “#”, “|”, and “>”. A “;” at the end of \
            a word separates commands. A line whose first word is “--” is a comment. A word that begins with “#” \
            starts a comment that runs to the end of the line.
            """,
            """
            After a command, > FILE or >> FILE writes the output to a file, and | COMMAND pipes it to a shell command. \
            Without --format, the file extension selects the format: .csv, .tsv, .json, .ndjson, .md, .html, or .svg \
            for a chart or map. “>>” appends; CSV and TSV output then has no header line unless the file is empty. \
            Redirected output has colors only if you force them, as with --color always. “>”, “>>”, and “|” must be \
            separate words; quoted or escaped, they are ordinary text. On agg's own command line, “>”, “>>”, and “|” \
            are always ordinary text, since the shell interprets its own operators first. \\G as the last word of a \
            command shows one record at a time.
            """,
            """
            Output that does not fit in the terminal is shown in a pager: the one chosen with “set pager”, otherwise \
            $PAGER, otherwise “less -FRSX”. JSON output is a single line, so it is not paged. Only results go to \
            standard output; messages, errors, and the log go to standard error.
            """,
            """
            The startup file aggrc runs before every session, script, and single command, so its settings apply to all \
            three. The output of the startup file is not shown, and its errors do not change the exit status. “exit \
            STATUS” in the startup file ends agg; “exit” by itself ends only the file. \
            --no-init skips the startup file and saved settings.
            """,
        ],
        options: ProgramOption.all,
        commands: CommandRegistry.builtIn.commands.map(\.declaration),
        examples: [
            .init(line: "agg", effect: "start a session; there, type the following lines without “agg”"),
            .init(line: "agg refresh cities", effect: "fetch a source; until then, it has only a small sample"),
            .init(line: "agg search london", effect: "search all sources"),
            .init(line: "agg list github sort:-stars --limit 5", effect: "the five repositories with the most stars"),
            .init(
                line: "agg search country:FR --format csv",
                effect: "search by a column, with CSV output for another program"),
            .init(line: "agg sources", effect: "the sources, with their state, size, and age"),
            .init(line: "agg help search", effect: "help for a command, with examples"),
        ],
        statuses: [
            (.done, "success, even if the result is empty"), (.failed, "a command failed"),
            (.usage, "the command line, a script line, or the configuration is invalid"),
            (.notAuthorized, "a refresh was not authorized, and there are no stored rows to use"),
            (.sourceFailed, "a refresh failed, and there are no stored rows to use"),
            (
                .partial,
                "a refresh failed, but another source was refreshed or stored rows exist; with --strict, also if rows "
                    + "were stale or from a starter sample"
            ),
            (.rateLimited, "a refresh was rate limited, and there are no stored rows to use"),
            (.alerts, "“alerts” found new matches"), (.interrupted, "interrupted"),
        ],
        environment: [
            ("AGG_CONFIG", "the configuration file"),
            ("AGG_STORE", "the folder of the store, or postgresql://HOST/DATABASE"),
            ("GITHUB_TOKEN, SODA_APP_TOKEN", "tokens for GitHub and SODA sources; never logged"),
            ("AGG_SERVE_TOKEN", "your own token for “serve”, at least 16 characters; never logged"),
            ("AGG_WEBHOOK_SECRET", "the secret that signs messages to webhooks; never logged"),
            (
                "NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM",
                "whether to color output, unless “set color” or --color is used"
            ),
            ("PAGER, LESS", "the pager for long output, and its options"),
            ("VISUAL, EDITOR", "the editor that “edit” and “source edit” start"),
            ("COLORFGBG", "the terminal's colors, set by some terminals; used to detect a light or dark background"),
            ("COLUMNS", "overrides the width of the terminal"),
            ("LC_ALL, LC_CTYPE, LANG", "a character set other than UTF-8 makes terminal output plain ASCII"),
            ("XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME", "the base folders of agg's files"),
            ("http_proxy, https_proxy, all_proxy, no_proxy", "proxies for network requests"),
            ("CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR", "certificates to trust instead of the system's"),
        ],
        files: [
            ("$XDG_CONFIG_HOME/agg/config.yml", "the configuration; optional"),
            ("$XDG_CONFIG_HOME/agg/sources.d/ID.yml", "one source per file, written by “source add”"),
            ("$XDG_CONFIG_HOME/agg/aggrc", "commands to run at startup, such as “set”"),
            (
                "$XDG_DATA_HOME/agg/",
                "the store: mirror.sqlite has data that can be fetched again; user.sqlite has your own data; "
                    + "user.backup.sqlite and user.backup.1.sqlite are its backups"
            ),
            ("$XDG_STATE_HOME/agg/history", "the lines typed at the prompt"),
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
