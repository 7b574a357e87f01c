import AggCore

/// `list`: shows the rows of one source.
struct ListCommand: Command {
    let declaration = CommandDeclaration(
        name: "list", summary: "List the records of a source.",
        details: """
            The best known come first, then the newest, then by title. Further words are a query: what matches best comes \
            first then, as with search.
            """,
        arguments: [
            .init(name: "ID", value: .source),
            .init(name: "WORDS", value: .query, isOptional: true, isRepeated: true),
        ],
        options: [.init("--limit", value: ("N", .number(1...1_000_000)), help: "At most so many records.")],
        examples: [
            .init(line: "list cities --limit 10", effect: "the ten best known cities"),
            .init(line: "list cities country:FR", effect: "the cities of a country"),
        ])
    let readsRecords = true

    func sourcesRead(by arguments: Arguments) -> [String]? { [arguments.words[0].text] }

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        let instance = try context.instance(arguments.words[0].text)
        let settings = context.session.settings
        let limit = arguments.number("--limit") ?? settings.limit
        do {
            let words = arguments.words.dropFirst()
            let line = (["list", instance.id.description] + words.map(\.typed)).joined(separator: " ")
            let more = "\(line) --limit \(limit * 2)"
            var query = try QueryReader(context.aggregator.registry).read(words.map(\.queryWord))
            guard !query.isBlank else {
                let answer = try await context.aggregator.list(instance, limit: limit, usesCache: settings.usesCache)
                return CommandOutput(.records(answer, query: nil, more: more))
            }
            query.sources = [instance.id]
            let answer = try await context.aggregator.search(query, limit: limit, usesCache: settings.usesCache)
            let typed = words.map(\.text).joined(separator: " ")
            return CommandOutput(.records(answer, query: typed, more: more))
        } catch let error as StoreError {
            throw CommandError(error)
        } catch let fault as QueryFault {
            throw CommandError(fault)
        } catch {
            throw CommandError(code: "failed", message: "\(error)")
        }
    }
}
