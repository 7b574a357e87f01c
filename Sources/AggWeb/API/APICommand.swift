import AggCommands

/// A read-only command as a resource: `GET /api/NAME?…`, with parameters derived from its declaration.
struct APICommand: Sendable {
    /// A parameter of a resource.
    struct Parameter: Hashable, Sendable {
        /// Where a parameter comes from, which determines how it becomes words of the command.
        enum Origin: Hashable, Sendable {
            /// One word.
            case word
            /// A word that follows a keyword, such as `since`.
            case introduced(by: String)
            /// The words of a query.
            case query
            /// The rest of the line as typed.
            case text
            /// An option with a value.
            case option(String)
            /// An option without a value.
            case flag(String)
        }

        /// The name in a URL.
        let name: String
        let origin: Origin
        let help: String
        let isRequired: Bool
        /// Whether it can be given several times.
        var isRepeated = false
        /// The type of the value.
        let value: CommandDeclaration.Value?

        /// Whether a second value would be read as a word of the query.
        var isSingle: Bool {
            switch origin {
            case .word, .introduced: !isRepeated
            case .query, .text, .option, .flag: false
            }
        }
    }

    let declaration: CommandDeclaration
    /// The parameters, in the order of the words.
    let parameters: [Parameter]

    /// The commands that only read and need neither a terminal nor earlier results.
    private static let names: Set = [
        "changes", "chart", "count", "explain", "facet", "favorites", "help", "list", "map", "near", "news", "related",
        "saved", "schema", "search", "show", "sources", "sql",
    ]

    /// The resources of the read-only commands, ordered by name.
    static func all(of registry: CommandRegistry) -> [APICommand] {
        registry.commands.map(\.declaration).filter { names.contains($0.name) }.map(APICommand.init)
    }

    init(_ declaration: CommandDeclaration) {
        self.declaration = declaration
        var parameters: [Parameter] = []
        var introduction: String?
        for argument in declaration.arguments {
            if case .choice(let words) = argument.value, words.count == 1 {
                introduction = words[0]
                continue
            }
            let isSource = argument.value == .source || argument.value == .anySource
            let isText = argument.isRepeated && !isSource
            let origin: Parameter.Origin =
                isText
                ? argument.value == .query ? .query : .text : introduction.map { .introduced(by: $0) } ?? .word
            let usual = isSource ? "source" : argument.name.prefix(while: \.isLetter).lowercased()
            let name = introduction ?? (isText ? "q" : usual)
            parameters.append(
                Parameter(
                    name: name, origin: origin, help: Self.help(argument),
                    // A chart without a column would be of the last results, which a request does not have.
                    isRequired: !argument.isOptional || declaration.name == "chart" && name == "column",
                    isRepeated: argument.isRepeated && !isText, value: argument.value))
            if let word = argument.repeatWord {
                parameters.append(
                    Parameter(
                        name: word, origin: .introduced(by: word), help: "A second column to group by.",
                        isRequired: false, value: argument.value))
            }
            introduction = nil
        }
        parameters += declaration.allOptions.filter { Self.isOffered($0) }.map { option in
            Parameter(
                name: String(option.name.dropFirst(2)),
                origin: option.value == nil ? .flag(option.name) : .option(option.name), help: Self.help(option),
                isRequired: false, isRepeated: option.value?.kind == .source, value: option.value?.kind)
        }
        self.parameters = parameters
    }

    /// Whether the command can return a picture.
    var draws: Bool { ["chart", "map"].contains(declaration.name) }

    /// Whether it runs a statement, which may take too long.
    var runsStatement: Bool { declaration.name == "sql" }

    /// Whether responses have a tag: the result of a statement may depend on the time or on random numbers, and `show`
    /// fetches missing details.
    var isTagged: Bool { !runsStatement && declaration.name != "show" }

    /// The values of an option without a value.
    private static let flags = ["true": true, "1": true, "false": false, "0": false]

    /// Returns whether an option becomes a parameter: those that change something or read or write files don't, and the
    /// format has its own.
    private static func isOffered(_ option: any DeclaredOption) -> Bool {
        if option.value?.kind == .file || option.value?.kind == .folder { return false }
        return !["--force", "--format", "--json", "--read", "--unread"].contains(option.name)
    }

    /// What a query is.
    static let queryHelp = "A query such as san country:US; see /api/help?command=query."

    /// Returns what an option does, without what applies only to a shell or a terminal.
    private static func help(_ option: any DeclaredOption) -> String {
        switch option.name {
        case "--columns": "The columns to return, separated by commas; * for all, +NAME (%2BNAME in a URL) to add one."
        case "--no-header": "Whether to omit the column headings in csv, tsv, and markdown."
        default: option.help
        }
    }

    private static func help(_ argument: CommandDeclaration.Argument) -> String {
        switch argument.value {
        case .query: queryHelp
        case .record: "The address of a record, such as cities:2643743."
        case .source where argument.isRepeated: "The ids of sources, or the names of saved searches."
        case .source, .anySource: "The id of a source."
        case .sourceOrRecord: "The id of a source, or the address of a record."
        case .countedColumn: "The name of a column."
        case .suggestion: "A date, a day such as yesterday, or a period such as 7d."
        case .command: "The name of a command, or “query” for the query language."
        case .place: "The name of a place, the address of a record, or LATITUDE,LONGITUDE."
        case .distance: "A distance such as 5km or 800ft; 10km by default."
        case .view: "The name of an SQL view."
        case .text: "A read-only SQL statement in the store's SQL dialect."
        default: "\(argument.name.prefix(1))\(argument.name.dropFirst().lowercased())."
        }
    }

    /// Returns the words of the command for the values in a URL.
    ///
    /// Options come first, and nothing after `--` is read as one. `CommandContext.isServed` keeps a word from being read as
    /// a verb such as `export`.
    ///
    /// - Throws: A usage error for an unknown or missing parameter, or an invalid value of one.
    func words(_ values: FormValues) throws(CommandError) -> [Word] {
        let known = parameters.map(\.name) + ["format"]
        if let unknown = values.values.first(where: { !known.contains($0.name) }) {
            throw .usage(
                "unknown parameter “\(unknown.name)” for \(declaration.name); use \(known.joined(separator: ", "))")
        }
        var options: [Word] = []
        var words: [Word] = []
        for parameter in parameters {
            let given = values.all(parameter.name).filter { !$0.isEmpty }
            if parameter.isRequired, given.isEmpty {
                throw .usage("missing parameter “\(parameter.name)” for \(declaration.name)")
            }
            if given.count > 1, parameter.isSingle {
                throw .usage("parameter “\(parameter.name)” of \(declaration.name) can be given only once")
            }
            for value in given {
                switch parameter.origin {
                case .option(let name): options.append(Word("\(name)=\(value)"))
                case .flag(let name):
                    guard let isSet = Self.flags[value] else {
                        throw .usage("\(parameter.name) must be true or false, not \(Quoted.text(value))")
                    }
                    if isSet { options.append(Word(name)) }
                case .word:
                    if parameter.value == .distance, let fault = NamedRadius.fault(of: value) {
                        throw .usage("\(parameter.name): \(fault)")
                    }
                    words.append(Word(argument: value))
                case .introduced(let word): words += [Word(word), Word(argument: value)]
                case .text: words.append(Word(value, isQuoted: true))
                case .query: words += CommandLine.words(ofQuery: value)
                }
            }
        }
        return [Word(declaration.name)] + options + [Word("--")] + words
    }
}
