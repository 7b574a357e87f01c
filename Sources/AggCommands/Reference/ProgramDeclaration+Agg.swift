extension ProgramDeclaration {
    /// The program.
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
        options: [
            Option(name: "--config", value: ("FILE", .file), help: "The configuration file (AGG_CONFIG)."),
            Option(name: "--store", value: ("FOLDER", .folder), help: "The folder of the store (AGG_STORE)."),
            Option(name: "--offline", help: "Never ask the network."),
            Option(name: "--max-age", value: ("AGE", .text), help: "Refresh first what is older, such as 24h."),
            Option(
                name: "--simulate", value: ("RATE", .text),
                help: "Sources answer from their samples and fail so often, 0 to 1; stored rows are left alone."),
            Option(
                name: "--format", value: ("FORMAT", .choice(OutputFormat.names)),
                help: "\(OutputFormat.names.dropLast().joined(separator: ", ")) or \(OutputFormat.names.last ?? "")."),
            Option(name: "--json", help: "The same as --format json."),
            Option(name: "--bail", help: "End a script at the first command that fails."),
            Option(name: "--strict", help: "End with 6 where rows are stale or only a starter sample."),
            Option(
                name: "--color", value: ("WHEN", .choice(Settings.ColorUse.allCases.map(\.rawValue))),
                help: "auto, always or never."),
            Option(name: "--quiet", short: "-q", help: "No remarks on standard error, only errors."),
            Option(
                name: "--verbose", help: "A line on standard error for every request: the same as --log-level info."),
            Option(
                name: "--log-level", value: ("LEVEL", .choice(logLevels)),
                help: "Log requests, retries, statuses and times: trace to critical."),
            Option(name: "--log", value: ("FILE", .file), help: "Write the log to a file, not to standard error."),
            Option(name: "--no-init", help: "Run no startup file, and leave kept settings out."),
            Option(
                name: "-c", value: ("COMMANDS", .text),
                help: "Run these commands, a line each or separated by “;”."),
            Option(
                name: "--generate", value: ("WHAT", .text), help: "Write the manual, the reference or completions.",
                isHidden: true),
            Option(name: "--help", short: "-h", help: "This help."),
            Option(name: "--version", short: "-V", help: "The version and the commit it was built from."),
        ],
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
            (.rateLimited, "a refresh was rate limited, and nothing is stored"), (.interrupted, "interrupted"),
        ],
        environment: [
            ("AGG_CONFIG", "the configuration file"), ("AGG_STORE", "the folder of the store"),
            ("GITHUB_TOKEN, SODA_APP_TOKEN", "tokens for their sources; never logged"),
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

    /// The levels of the log, the most talkative first.
    package static let logLevels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
}
