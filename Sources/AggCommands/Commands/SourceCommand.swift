import AggCore
import AggSource
import AggStorage

/// `source`: finds, adds, removes, and changes sources, and imports and exports lists of them.
struct SourceCommand: Command {
    /// An action of the command.
    enum Verb: String, CaseIterable {
        case add, find, remove, enable, disable, preview, show, edit, `import`, export

        /// The usage line of the action.
        var usage: String {
            switch self {
            case .add: "source add [KIND] FILE|URL|TEXT [--id ID]"
            case .find: "source find WORDS"
            case .preview: "source preview ID|FILE|URL [--limit N]"
            case .remove, .enable, .disable, .show, .edit: "source \(rawValue) ID"
            case .import: "source import FILE"
            case .export: "source export [FILE] [--opml] [--force]"
            }
        }
    }

    private static let id = Option(
        "--id", "ID", help: "The id for the new source, instead of the suggested one.")
    private static let limit = Option<Int>(
        "--limit", "N", in: 1...1_000, help: "The number of records that “source preview” shows; 10 by default.")
    private static let dryRun = Option<Bool>(
        "--dry-run", help: "Show what “source add” would add, without adding it.")
    private static let opml = Option("--opml", help: "Export the list of sources as OPML.")

    let declaration = CommandDeclaration(
        name: "source", summary: "Find, add, remove, enable, or disable sources; import and export lists.",
        details: """
            “source add FILE” or “source add URL” adds a table as a source. “source add” detects the format of the \
            table and the meaning of its columns, shows what it found and the first rows, and writes a configuration \
            file for the source. At a prompt, “source add” asks for confirmation and then fetches the records; \
            otherwise, run “refresh” to fetch them. --key, --title, and the other options override what is detected, \
            and --dry-run adds nothing. “source add KIND TEXT” adds a source of another kind, such as a feed; TEXT is \
            a URL, a search, or the path of a file. “source find WORDS” searches catalogs of public data sets and \
            numbers the results; “source add N” then adds one of them. “source preview” shows records without storing \
            them. “source show ID” prints the configuration file of a source, with passwords in URLs masked, and \
            “source edit ID” opens it in $EDITOR and then checks your changes; if they are rejected, the next “source \
            edit ID” continues with them. “source remove ID” removes a source that you added, along with its rows, but \
            keeps your favorites from it. “source disable ID” and “source enable ID” turn any source off and on. \
            “source import FILE” adds every source in a list such as an OPML file. “source export” prints a list of \
            sources for other programs or writes it to FILE; passwords in URLs are left out.
            """,
        arguments: [
            .init(name: "VERB", value: .choice(Verb.allCases.map(\.rawValue))),
            .init(name: "WORDS", value: .text, isOptional: true, isRepeated: true),
        ],
        forms: [
            .init(
                verb: "add",
                arguments: [
                    .init(name: "FILE|URL|KIND", value: .kindOrFile),
                    .init(name: "TEXT", value: .file, isOptional: true, isRepeated: true),
                ]),
            .init(verb: "find", arguments: [.init(name: "WORDS", value: .text, isRepeated: true)]),
            .init(verb: "remove", arguments: [.init(name: "ID", value: .addedSource)]),
            .init(verb: "enable", arguments: [.init(name: "ID", value: .disabledSource)]),
            .init(verb: "disable", arguments: [.init(name: "ID", value: .source)]),
            .init(
                verb: "preview",
                arguments: [.init(name: "ID|FILE|URL", value: .sourceOrFile, isRepeated: true)]),
            .init(verb: "show", arguments: [.init(name: "ID", value: .anySource)]),
            .init(verb: "edit", arguments: [.init(name: "ID", value: .anySource)]),
            .init(verb: "import", arguments: [.init(name: "FILE", value: .file)]),
            .init(verb: "export", arguments: [.init(name: "FILE", value: .file, isOptional: true)]),
        ],
        options: [Self.id, Self.dryRun, Self.limit] + GivenValue.options + [Self.opml, WrittenFile.force],
        examples: [
            .init(line: "source add ./inspections.csv", effect: "a table in a file; TSV, JSON, and GeoJSON also work"),
            .init(
                line: "source add https://example.org/trees.csv --key tree_id --title species",
                effect: "a table at a URL, with its key and title columns"),
            .init(
                line: "source preview ./trees.csv --limit 3", effect: "the first records of a file, without adding it"),
            .init(
                line: "source add feed https://example.org/news", effect: "the feed at a URL, or the feed of a web page"
            ),
            .init(line: "source add soda data.cityofnewyork.us/erm2-nwe9", effect: "a data set on a Socrata portal"),
            .init(
                line: "source add github \"language:swift sort:stars\" --id swift",
                effect: "a search for GitHub repositories, with the id “swift”"),
            .init(line: "source find street trees", effect: "data sets from many portals, numbered for “source add”"),
            .init(line: "source disable nyc-schools", effect: "stop searching and refreshing a source"),
            .init(line: "source import feeds.opml", effect: "add all feeds in a list"),
            .init(line: "source export feeds.opml", effect: "write the feeds to a file for another program"),
        ])

    func columns(of arguments: Arguments) -> [String]? {
        arguments.words.first?.text == Verb.find.rawValue ? CatalogReport.columnNames : nil
    }

    /// The file of a source with a fault can be shown and edited.
    func needsSources(_ words: [Word]) -> Bool { !["edit", "show"].contains(words.first?.text) }

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let name = arguments.words[0].text
        guard let verb = Verb(rawValue: name) else {
            let names = Verb.allCases.map(\.rawValue)
            let hint = Nearest.hint(to: name, among: names)
            let known = hint.isEmpty ? "; use \(names.joined(separator: ", "))" : hint
            throw CommandError.usage("unknown action \(Quoted.text(name))\(known)")
        }
        let typed = arguments.words.dropFirst().map(\.text)
        let words = verb == .add ? try addressed(typed, context) : typed
        try check(verb, words, arguments)
        let kinds = context.aggregator.registry.kinds
        switch verb {
        case .add:
            let request = AddRequest(
                words: words, id: arguments[Self.id], given: try GivenValue.values(arguments, for: kinds),
                isDryRun: arguments[Self.dryRun])
            return try await add(request, context)
        case .find: return try await find(words, context)
        case .preview:
            return try await preview(
                words, limit: arguments[Self.limit] ?? 10, given: try GivenValue.values(arguments, for: kinds), context)
        case .show: return try show(words[0], context)
        case .edit: return try await edit(words[0], context)
        case .remove: return try await remove(words[0], context)
        case .enable: return try await turn(words[0], on: true, context)
        case .disable: return try await turn(words[0], on: false, context)
        case .import: return try await importList(words[0], context)
        case .export:
            let format = arguments[Self.opml] ? "opml" : nil
            guard let file = words.first else { return try export(format, context) }
            return try await export(
                format, to: WrittenFile(name: file, isForced: arguments[WrittenFile.force]), context)
        }
    }

    private func check(_ verb: Verb, _ words: [String], _ arguments: Arguments) throws {
        let counts =
            switch verb {
            case .add, .find, .preview: 1...Int.max
            case .export: 0...1
            case .show, .edit, .remove, .enable, .disable, .import: 1...1
            }
        guard counts.contains(words.count) else {
            let fault = words.count < counts.lowerBound ? "" : "unexpected \(Quoted.text(words.last ?? "")); "
            throw CommandError.usage("\(fault)usage: \(verb.usage)")
        }
        let owners: [(any DeclaredOption, [Verb])] =
            [
                (Self.id, [.add]), (Self.dryRun, [.add]), (Self.limit, [.preview]), (Self.opml, [.export]),
                (WrittenFile.force, [.export]),
            ] + GivenValue.options.map { ($0, [.add, .preview]) }
        for (option, verbs) in owners where arguments.has(option) && !verbs.contains(verb) {
            throw CommandError.usage("“source \(verb.rawValue)” has no option \(option.name); usage: \(verb.usage)")
        }
    }
}
