import AggSearch

/// Habits from a shell, sqlite3, psql, DuckDB, gh, or fzf, and what works here instead.
enum Habits {
    /// What to type instead of another program's command; nil for any other name.
    static func advice(onCommand name: String) -> String? {
        if name.hasPrefix("!") {
            if name == "!!" { return commands[name] }
            return "agg does not run shell commands; add “| COMMAND” after a command to pipe its answer to one"
        }
        let bare = name.first.map { ".:".contains($0) } == true ? String(name.dropFirst()) : name
        return commands[bare.lowercased()]
    }

    /// What to type instead of another program's option; nil for any other name.
    static func advice(onOption name: String) -> String? { options[name] }

    /// Like `advice(onOption:)`, for an option of a command, if the advice applies to that command.
    static func advice(onOption name: String, of declaration: CommandDeclaration) -> String? {
        let advice = advice(onOption: name)
        let isOfQueries = ["--all", "--count", "--sort", "--order", "--order-by", "--where", "--filter", "--query"]
        return isOfQueries.contains(name) && !declaration.takesQuery ? nil : advice
    }

    private static let commands = table([
        ("clear cls reset", "Ctrl-L clears the screen"),
        ("ls dir pwd", "“sources” lists the sources, and “list ID” the records of one"),
        ("tables databases \\l \\dt \\c", "“sources” lists the sources, and “schema ID” the columns of one"),
        ("cat less more head tail", "“show ADDRESS” shows a record; add “| less” after a command to page its answer"),
        ("grep rg ag fzf where", "“search WORDS…” searches, and “live” searches as you type"),
        ("man \\h", "“help COMMAND” explains a command, and “help query” the query language"),
        ("q q! wq x bye logout", "“exit” leaves"),
        ("output once \\o tee", "add “> FILE” after a command to write its answer to a file"),
        ("mode", "“set mode csv” chooses the format of all answers, and “--format csv” of one"),
        ("headers \\t", "“--no-header” leaves out the headings"),
        ("timer \\timing time", "“set timing on” shows how long each command took"),
        ("\\x", "“set expanded on” shows one record at a time"),
        ("\\i", "“read FILE” runs the commands of a file"),
        ("\\s !! fc", "“history” shows earlier lines, and Ctrl-R searches them"),
        ("open-url browse", "“open ADDRESS” opens the link of a record"),
        ("fetch sync pull reload", "“refresh” updates the sources"),
        ("add import install", "“source add KIND TEXT” adds a source, and “source import FILE” a list of them"),
        ("rm remove delete", "“unfavorite ADDRESS” unmarks a favorite, and “source remove ID” removes a source"),
        ("star mark bookmark", "“favorite ADDRESS” marks a record"),
        ("describe desc \\df", "“schema” lists the views of SQL and their columns"),
        ("config", "“set” shows the settings, and “doctor” checks the configuration"),
        ("version", "“agg --version” shows the version"),
    ])

    private static let options = table([
        ("-v", "“--verbose” logs requests, and “-V” shows the version"),
        ("-f -i", "“agg < FILE” runs the commands of a file"),
        ("-e --command", "“-c COMMANDS” runs commands"),
        ("-o --output", "“> FILE” writes the answer to a file"),
        ("-d --database", "“--store FOLDER” chooses the store"),
        ("-csv --csv", "“--format csv” chooses the format"),
        ("-json", "“--json” chooses the format"),
        ("-markdown --markdown", "“--format markdown” chooses the format"),
        ("-line --line -x --expanded", "“--format list” shows one record at a time"),
        ("-t --tuples-only -noheader --no-headers", "“--no-header” leaves out the headings"),
        ("--sort --order --order-by", "“sort:COLUMN” in a query sorts, and “sort:-COLUMN” reverses the order"),
        ("--where --filter --query", "“COLUMN:VALUE” in a query is a condition; “help query” lists the others"),
        ("--all", "“--limit all” shows all rows"),
        ("--count", "“count QUERY” counts"),
        ("--header --headers", "headings are shown unless “--no-header” is given"),
    ])

    private static func table(_ advice: [(names: String, advice: String)]) -> [String: String] {
        let pairs = advice.flatMap { entry in entry.names.split(separator: " ").map { (String($0), entry.advice) } }
        return Dictionary(pairs) { first, _ in first }
    }

    /// `>out.txt` is a word: only a separate `>` writes to a file.
    static func signNote(on word: Word) -> String? {
        guard word.literalFrom == nil else { return nil }
        if word.text == "&&" || word.text == "||" {
            return "“\(word.text)” was read as a word; use “;” to separate commands"
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
        let effect = sign == "|" ? "pipe the answer to a command" : "write the answer to a file"
        return "\(Quoted.text(word.text)) was read as a word; to \(effect), put a space after “\(sign)”: "
            + Quoted.text("\(sign) \(rest)")
    }
}
