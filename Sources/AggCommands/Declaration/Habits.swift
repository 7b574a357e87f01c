import AggSearch

/// Habits from a shell, sqlite3, psql, DuckDB, gh, or fzf, and what works here instead.
enum Habits {
    /// Suggests what to type instead of another program's command; nil for any other name.
    static func advice(onCommand name: String) -> String? {
        if name.hasPrefix("!") {
            if name == "!!" { return commands[name] }
            return "agg does not run shell commands; to pipe output to one, add “| COMMAND” after an agg command"
        }
        let bare = name.first.map { ".:".contains($0) } == true ? String(name.dropFirst()) : name
        return commands[bare.lowercased()]
    }

    /// Suggests what to type instead of another program's option; nil for any other name.
    static func advice(onOption name: String) -> String? { options[name] }

    /// Like `advice(onOption:)`, for an option of a command, if the advice applies to that command.
    static func advice(onOption name: String, of declaration: CommandDeclaration) -> String? {
        let advice = advice(onOption: name)
        let isOfQueries = ["--all", "--count", "--sort", "--order", "--order-by", "--where", "--filter", "--query"]
        return isOfQueries.contains(name) && !declaration.takesQuery ? nil : advice
    }

    private static let commands = table([
        ("clear cls reset", "Ctrl-L clears the screen"),
        ("ls dir pwd", "“sources” lists the sources; “list ID” lists the records of one"),
        ("tables databases \\l \\dt \\c", "“sources” lists the sources; “schema ID” lists the columns of one"),
        ("cat less more head tail", "“show ADDRESS” shows a record; add “| less” after a command to page its output"),
        ("grep rg ag fzf where", "“search WORDS…” searches, and “live” searches as you type"),
        ("\\h", "“help COMMAND” explains a command; “help query” explains the query language"),
        ("q q! wq x bye logout", "“exit” quits agg"),
        ("output once \\o tee", "add “> FILE” after a command to write its output to a file"),
        ("mode", "“set mode csv” sets the output format for all commands; “--format csv” sets it for one"),
        ("headers \\t", "“--no-header” omits the column headings"),
        ("timer \\timing time", "“set timing on” shows how long each command takes"),
        ("\\x", "“set expanded on” shows one record at a time"),
        ("\\i", "“read FILE” runs the commands in a file"),
        ("\\s !! fc", "“history” shows earlier lines, and Ctrl-R searches them"),
        ("open-url browse", "“open ADDRESS” opens a record's link"),
        ("fetch sync pull reload", "“refresh” updates the sources"),
        ("add import install", "“source add KIND TEXT” adds a source; “source import FILE” adds a list of them"),
        ("rm remove delete", "“unfavorite ADDRESS” removes a favorite; “source remove ID” removes a source"),
        ("star mark bookmark", "“favorite ADDRESS” adds a record to your favorites"),
        ("describe desc \\df", "“schema” lists the SQL views and their columns"),
        ("config", "“set” shows the settings, and “doctor” checks the configuration"),
        ("version", "“agg --version” shows the version"),
    ])

    private static let options = table([
        ("-v", "“--verbose” logs requests, and “-V” shows the version"),
        ("-f -i", "“agg < FILE” runs the commands in a file"),
        ("-e --command", "“-c COMMANDS” runs commands"),
        ("-o --output", "“> FILE” writes the output to a file"),
        ("-d --database", "“--store FOLDER” chooses the store"),
        ("-csv --csv", "“--format csv” sets the output format"),
        ("-json", "“--json” sets the output format"),
        ("-markdown --markdown", "“--format markdown” sets the output format"),
        ("-line --line -x --expanded", "“--format list” shows each record separately"),
        ("-t --tuples-only -noheader --no-headers", "“--no-header” omits the column headings"),
        ("--sort --order --order-by", "“sort:COLUMN” in a query sorts by a column; “sort:-COLUMN” reverses the order"),
        ("--where --filter --query", "“COLUMN:VALUE” in a query is a filter; “help query” lists all filters"),
        ("--all", "“--limit all” shows all rows"),
        ("--count", "“count QUERY” counts the matches"),
        ("--header --headers", "column headings are shown by default; “--no-header” omits them"),
    ])

    private static func table(_ advice: [(names: String, advice: String)]) -> [String: String] {
        let pairs = advice.flatMap { entry in entry.names.split(separator: " ").map { (String($0), entry.advice) } }
        return Dictionary(pairs) { first, _ in first }
    }

    /// `>out.txt` is a word: only a separate `>` writes to a file.
    static func signNote(on word: Word) -> String? {
        guard word.literalFrom == nil else { return nil }
        if word.text == "&&" || word.text == "||" {
            return "“\(word.text)” was treated as a word; use “;” to separate commands"
        }
        let start = word.text.drop { !">|".contains($0) }
        guard let sign = [">>", ">", "|"].first(where: start.hasPrefix) else { return nil }
        let rest = start.dropFirst(sign.count)
        guard let first = rest.first, first.isLetter || "/~.".contains(first) else { return nil }
        // Within a word, the sign is only meant if the rest looks like a file.
        let isAtStart = start.startIndex == word.text.startIndex
        guard isAtStart || sign != "|" && rest.contains(where: { "/.".contains($0) }) && !word.text.contains(":") else {
            return nil
        }
        let effect = sign == "|" ? "pipe the output to a command" : "write the output to a file"
        return "\(Quoted.text(word.text)) was treated as a word; to \(effect), put a space after “\(sign)”: "
            + Quoted.text("\(sign) \(rest)")
    }
}
