import AggCore
import AggSource
import AggStorage

/// `store`: sets up and shows a store on a server, and copies one store to another.
struct StoreCommand: Command {
    private enum Verb: String, CaseIterable {
        case `init`, status, copy

        var usage: String {
            switch self {
            case .`init`: "store init [--dry-run]"
            case .status: "store status"
            case .copy: "store copy FROM TO [SOURCE…], or store copy --user FROM TO"
            }
        }
    }

    private static let dryRun = Option<Bool>(
        "--dry-run", help: "Show the SQL statements that “store init” would run, without running them.")
    private static let user = Option<Bool>(
        "--user",
        help: "Instead of rows, copy your own data: favorites, settings, saved and watched searches, and read marks.")

    let declaration = CommandDeclaration(
        name: "store", summary: "Set up a store on a server, show its status, or copy one store to another.",
        details: """
            --store postgresql://HOST/DATABASE keeps everything on a PostgreSQL server, which a team can share. “store \
            init” creates the tables and the roles agg_owner, agg_refresher, and agg_reader, or upgrades existing \
            tables; it shows the SQL statements first. “store status” shows the version, the size of each source, the \
            replicas and how far behind they are, and who is refreshing which source. “store copy FROM TO” copies the \
            rows of all sources, or of the given ones, between folders and servers, and then compares the copy with \
            the original. Starter samples and the history of changes are not copied. With --user, “store copy” copies \
            your own data instead of rows, and merges the favorites of both stores. Since the copy has no earlier \
            changes, some unread records may be missing from its “news”.
            """,
        arguments: [
            .init(name: "VERB", value: .choice(Verb.allCases.map(\.rawValue))),
            .init(name: "WORDS", value: .text, isOptional: true, isRepeated: true),
        ],
        forms: [
            .init(verb: "init", arguments: []),
            .init(verb: "status", arguments: []),
            .init(
                verb: "copy",
                arguments: [
                    .init(name: "FROM", value: .file), .init(name: "TO", value: .file),
                    .init(name: "SOURCE", value: .source, isOptional: true, isRepeated: true),
                ]),
        ],
        options: [Self.dryRun, Self.user],
        examples: [
            .init(line: "store init", effect: "create the tables and roles on the server given by --store"),
            .init(line: "store status", effect: "what the server stores, and who is refreshing which source"),
            .init(
                line: "store copy postgresql://db.example.org/agg ~/agg-copy cities",
                effect: "copy the source “cities” from a server to a folder"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let words = arguments.words.map(\.text)
        guard let verb = Verb(rawValue: words[0]) else {
            let names = Verb.allCases.map(\.rawValue)
            throw CommandError.usage(
                "unknown action \(Quoted.text(words[0])); use \(names.joined(separator: ", "))")
        }
        guard verb == .copy ? words.count > 2 : words.count == 1 else {
            throw CommandError.usage("usage: \(verb.usage)")
        }
        let owners: [(any DeclaredOption, Verb)] = [(Self.dryRun, .`init`), (Self.user, .copy)]
        for (option, owner) in owners where arguments.has(option) && owner != verb {
            throw CommandError.usage(
                "“store \(verb.rawValue)” has no option \(option.name), which is only for “store \(owner.rawValue)”; "
                    + "usage: \(verb.usage)")
        }
        switch verb {
        case .`init`: return try await make(isDryRun: arguments[Self.dryRun], context)
        case .status: return CommandOutput(Self.report(try await shared(context).status()))
        case .copy: return try await copy(Array(words.dropFirst()), ofUser: arguments[Self.user], context)
        }
    }

    private func shared(_ context: CommandContext) throws -> any SharedStore {
        guard let shared = context.sharedStore else {
            throw CommandError.usage(
                "the store is a folder, not a server; use --store postgresql://HOST/DATABASE")
        }
        return shared
    }

    private func make(isDryRun: Bool, _ context: CommandContext) async throws -> CommandOutput {
        let shared = try shared(context)
        let plan = try await shared.plan()
        let shown = plan.statements.map { $0 + ";\n" } + plan.notes.map { "-- \($0)\n" }
        if isDryRun || plan.statements.isEmpty { return CommandOutput(TextAnswer(shown.joined())) }
        if let prompter = context.prompter {
            let question = shown.joined() + "Run these statements on \(plan.place)?"
            guard await prompter.choose(question, among: ["yes", "no"]) == "yes" else {
                throw CommandError(code: "not_made", message: "no statements were run")
            }
        }
        try await shared.make(plan)
        let text = context.prompter == nil ? shown.joined() : ""
        return CommandOutput(
            TextAnswer(text + (plan.isUpgrade ? "Upgraded the store" : "Created a store") + " on \(plan.place)."))
    }

    private static func report(_ status: StoreStatus) -> TableReport {
        var rows: [[JSONValue]] = []
        func add(_ item: String, _ name: String, _ value: String) {
            rows.append([.string(item), .string(name), .string(value)])
        }
        add("server", status.place, "PostgreSQL \(status.server)")
        add("store", "version \(status.version)", "\(ByteCount.text(status.bytes)) in the whole database")
        add("user", status.user, status.roles.joined(separator: ", "))
        for source in status.sources {
            let size = source.records == 1 ? "1 row" : "\(source.records) rows"
            let rows = source.isSample ? "starter sample of \(size)" : size
            add("source", source.id, "\(rows), \(ByteCount.text(source.bytes))")
        }
        for replica in status.replicas {
            add("replica", replica.name, replica.state + (replica.lag.map { ", \(Self.lag($0))" } ?? ""))
        }
        if let lag = status.lag { add("replica", "this server", (lag > 0 ? "up to " : "") + Self.lag(lag)) }
        for refresher in status.refreshers {
            let since = RecordDate(instant: refresher.since)?.text ?? ""
            add("refreshing", refresher.source, "\(refresher.holder) since \(since)")
        }
        add("locks", "waiting", String(status.waiting))
        return TableReport(DataTable(columns: ["item", "name", "value"], rows: rows))
    }

    private static func lag(_ seconds: Double) -> String {
        seconds > 0 ? "\(JSONWriter.shortest((seconds * 1_000).rounded() / 1_000)) s behind" : "up to date"
    }

    private func copy(_ words: [String], ofUser: Bool, _ context: CommandContext) async throws -> CommandOutput {
        guard !ofUser || words.count == 2 else {
            throw CommandError.usage(
                "nothing was copied: --user copies your own data for all sources, so it does not take SOURCE; "
                    + "usage: \(Verb.copy.usage)")
        }
        guard let open = context.openStore else {
            throw CommandError(code: "no_store", message: "cannot open another store here")
        }
        // Opening a folder creates a store in it.
        guard context.hasStore(words[0]) else {
            throw CommandError(
                code: "store_missing",
                message: "nothing was copied: there is no store in \(Quoted.text(words[0])); FROM must be a folder "
                    + "with mirror.sqlite or user.sqlite, or the URL of a server")
        }
        guard !context.areSameStore(words[0], words[1]) else {
            throw CommandError.usage("nothing was copied: FROM and TO are the same store")
        }
        let from = try open(words[0])
        if ofUser {
            let (to, limit) = (try open(words[1]), context.aggregator.favoritesLimit)
            let copy = try await to.users.asOneChange { try await from.copyUser(to: to, limit: limit) }
            return CommandOutput(TextAnswer(Self.text(copy)))
        }
        let states = try await from.records.states().filter { $0.value.records > 0 }
        let samples = Set(states.filter { $0.value.origin == .starter }.keys.map(\.description))
        let copied = Set(states.keys.map(\.description)).subtracting(samples)
        let wanted = Set(words.dropFirst(2))
        if let missing = wanted.subtracting(copied).min() {
            let isSample = samples.contains(missing) ? "; a starter sample is not copied" : ""
            throw CommandError.usage(
                "nothing was copied: \(words[0]) has no rows for \(Quoted.text(missing))\(isSample)")
        }
        let to = try open(words[1])
        var rows: [[JSONValue]] = []
        for source in states.keys.sorted(by: { $0.description < $1.description })
        where (wanted.isEmpty ? copied : wanted).contains(source.description) {
            let unsearchable = context.aggregator.registry[source]?.unsearchableColumns ?? []
            let count = try await from.copy(source, unsearchable: unsearchable, to: to)
            rows.append([.string(source.description), .integer(Int64(count))])
        }
        return CommandOutput(TableReport(DataTable(columns: ["source", "rows"], rows: rows)))
    }

    private static func text(_ copy: UserCopy) -> String {
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        let parts = [
            count(copy.favorites, "favorite", "favorites"), count(copy.settings, "setting", "settings"),
            count(copy.searches, "saved search", "saved searches"), count(copy.marks, "read mark", "read marks"),
        ]
        let last = count(copy.watches, "watched search", "watched searches")
        return "Copied \(parts.joined(separator: ", ")), and \(last). The history of changes is not copied, so some "
            + "unread records may be missing from “news” in the copy."
    }
}
